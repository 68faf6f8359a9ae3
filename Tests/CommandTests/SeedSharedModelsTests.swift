import Foundation
import ModelDescription
import ModelFiles
import TestKit
import Testing

@testable import causeway

/// `seed` makes a store of every version of the shared models, and `inspect` finds in it what was made.
@Suite(.enabled(if: SharedMaterial.isPresent, "no shared material beside the package"))
struct SeedSharedModelsTests {
  private struct Version {
    var path: String
    var name: String
  }

  private static func versions() throws -> [Version] {
    let root = SharedMaterial.url("models")
    let names = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
    return names.sorted().filter { $0.hasSuffix(".xcdatamodeld") && !$0.hasPrefix("old-format/") }.flatMap { name in
      let path = root.appendingPathComponent(name).path
      let bundle = try? ModelFiles.load(URL(fileURLWithPath: path))
      return (bundle?.versions ?? []).map { Version(path: path, name: $0.name) }
    }
  }

  @Test func everyVersionIsSeededAndReadBack() throws {
    let all = try Self.versions()
    // Neighbours are versions of one model, so a stride sees many projects.
    let chosen = FullRun.isOn ? all : stride(from: 0, to: all.count, by: 9).map { all[$0] }
    var (good, rows, empty) = (0, 0, 0)
    for version in chosen {
      let folder = try TemporaryFolder()
      let store = folder.file("store.sqlite").path
      let captured = CapturedOutput()
      let words = ["seed", version.path, "--version", version.name, "--rows", "3", "-o", store]
      let status = Tool.run(words, console: captured.console)
      #expect(status == .fine, "\(version.name) of \(version.path): \(captured.errors)")
      guard status == .fine else { continue }
      let found = try read(store)
      #expect(found.problems.isEmpty, "\(version.name) of \(version.path)")
      good += found.problems.isEmpty ? 1 : 0
      rows += found.rows
      empty += found.empty
    }
    print(
      "seeded and read back: \(good) of \(chosen.count) versions (of \(all.count)), \(rows) rows, \(empty) empty properties"
    )
    #expect(good == chosen.count && good > 0)
  }

  private func read(_ path: String) throws -> (problems: [String], rows: Int, empty: Int) {
    let inspection = try StoreInspection(path: path)
    var problems: [String] = []
    var (count, empty) = (0, 0)
    if inspection.modelSource != .store { problems.append("the store keeps no model") }
    for entity in inspection.entities {
      guard let reader = try inspection.rows(RowQuery(entity: entity.entity.name)) else { continue }
      var filled: Set<String> = []
      var rows = 0
      try reader.forEach { row in
        rows += 1
        for member in row.members where member.value != .null { filled.insert(member.name) }
      }
      count += Int(entity.rows)
      let isAbstract = entity.entity.description.isAbstract
      if isAbstract != (entity.rows == 0) { problems.append("\(entity.entity.name) has \(entity.rows) rows") }
      guard rows > 0 else { continue }
      for field in entity.entity.fields where !filled.contains(field.path[0]) && field.attribute?.derivation == nil {
        // A destination without rows of its own leaves its to-ones empty.
        let destination = field.toOne.flatMap { toOne in
          inspection.entities.filter { other in
            inspection.entities.first { $0.entity.number == toOne.destinationNumber }?.entity.familyNumbers
              .contains(other.entity.number) == true
          }
        }
        if destination?.allSatisfy({ $0.rows == 0 }) == true { continue }
        empty += 1
        problems.append("\(entity.entity.name).\(field.name) is empty")
      }
    }
    return (problems, count, empty)
  }
}
