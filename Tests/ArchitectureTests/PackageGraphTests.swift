import Foundation
import TestKit
import Testing

/// The imports that the manifest allows are those that `Documentation/Architecture.md` states.
@Suite struct PackageGraphTests {
  @Test func roomsImportWhatTheArchitectureSays() throws {
    let stated = try ArchitectureTable.rooms()
    let declared = try Manifest.rooms()
    #expect(Set(stated.keys) == Set(declared.keys), "rooms of the table and of the package differ")
    for (room, imports) in declared.sorted(by: { $0.key < $1.key }) {
      #expect(stated[room] == imports, "\(room): the table and Package.swift differ")
    }
  }

  @Test func nothingImportsItselfThroughOthers() throws {
    let rooms = try Manifest.rooms()
    for room in rooms.keys.sorted() {
      var reached: Set<String> = []
      var open = Array(rooms[room] ?? [])
      while let next = open.popLast() {
        if reached.insert(next).inserted { open += rooms[next] ?? [] }
      }
      #expect(!reached.contains(room), "\(room) reaches itself")
    }
  }

  /// SwiftPM lets a target import any module of the package that happens to be built; the sources must not. Nor does a
  /// row allow what no source of the room needs.
  @Test func sourcesImportOnlyWhatTheirRoomMay() throws {
    let rooms = try Manifest.rooms()
    let sources = SharedMaterial.packageRoot.appendingPathComponent("Sources")
    for (room, allowed) in rooms {
      let folder = sources.appendingPathComponent(room)
      guard FileManager.default.fileExists(atPath: folder.path) else { continue }
      // Macros are named by their module, which nobody imports.
      var unused = allowed.subtracting(["SwiftDataMacros"])
      let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
      for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
        for imported in try importedModules(of: file) where rooms[imported] != nil {
          #expect(allowed.contains(imported), "\(room)/\(file.lastPathComponent) imports \(imported)")
          unused.remove(imported)
        }
      }
      #expect(unused.isEmpty, "\(room) may import \(unused.sorted().joined(separator: ", ")) and does not")
    }
  }

  private func importedModules(of file: URL) throws -> [String] {
    try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ").map(String.init)
      guard let index = words.firstIndex(of: "import"), words.count == index + 2,
        words[..<index].allSatisfy({ $0.hasPrefix("@") || ["public", "package", "internal"].contains($0) })
      else { return nil }
      return words[index + 1]
    }
  }
}
