import Foundation

/// The table of rooms in `Documentation/Architecture.md`.
package enum ArchitectureTable {
  /// Imports by room.
  package static func rooms() throws -> [String: Set<String>] {
    let page = SharedMaterial.packageRoot.appendingPathComponent("Documentation/Architecture.md")
    var rooms: [String: Set<String>] = [:]
    for line in try String(contentsOf: page, encoding: .utf8).split(separator: "\n") where line.hasPrefix("| `") {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 3 else { continue }
      let imports = cells[1].split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      rooms[cells[0].trimmingCharacters(in: ["`"])] = Set(imports).subtracting(["–"])
    }
    return rooms
  }

  /// The room and everything that it imports, through others too.
  package static func closure(of room: String) throws -> Set<String> {
    let rooms = try rooms()
    var reached: Set<String> = []
    var open = [room]
    while let next = open.popLast() {
      if reached.insert(next).inserted { open += rooms[next] ?? [] }
    }
    return reached
  }
}
