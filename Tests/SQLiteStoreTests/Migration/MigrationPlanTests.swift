import ModelDescription
import ModelEvolution
import SQLiteDriver
import Testing

@testable import SQLiteStore

/// A plan without a migration refuses what the migration would.
@Suite struct MigrationPlanTests {
  private func plan(_ library: MigrationLibrary, _ destination: ResolvedModel) throws -> MigrationPlan {
    try StoreMigration.plan(library.path, from: library.model, to: destination)
  }

  @Test func duplicatesUnderANewConstraintAreRefused() throws {
    let library = try MigrationLibrary()
    let destination = try library.changed { $0.edit("Book") { $0.uniquenessConstraints = [["note"], ["shelf"]] } }
    let planned = #expect(throws: MigrationError.self) { _ = try plan(library, destination) }
    let done = #expect(throws: MigrationError.self) { try library.migrate(to: destination) }
    #expect(planned?.code == .duplicates)
    #expect(planned?.findings.count == 4)
    #expect(planned?.findings.map(\.propertyName) == done?.findings.map(\.propertyName))
    #expect(planned?.findings.map(\.rowCount) == done?.findings.map(\.rowCount))
  }

  @Test func aDefaultThatSeveralRowsGetIsNotUnique() throws {
    let library = try MigrationLibrary()
    let destination = try library.changed {
      $0.edit("Shelf") {
        $0.attributes.append(.init(name: "code", type: .string, defaultValue: .string("c")))
        $0.uniquenessConstraints = [["code"]]
      }
    }
    let error = #expect(throws: MigrationError.self) { _ = try plan(library, destination) }
    #expect(error?.findings.map(\.rowCount) == [4])
    #expect(error?.findings.first?.what.contains("'c'") == true)
  }

  @Test func aConstraintThatHoldsIsPlanned() throws {
    let library = try MigrationLibrary()
    let titles = try library.changed { $0.edit("Book") { $0.uniquenessConstraints = [["title"]] } }
    #expect(try plan(library, titles).mode == .inPlace)
    // Also where the rows of two tables come together.
    let names = try library.changed {
      $0.entities.append(
        EntityDescription(
          name: "Item", isAbstract: true, attributes: [.init(name: "name", type: .string)],
          uniquenessConstraints: [["name"]]))
      for name in ["Shelf", "Tag"] {
        $0.edit(name) {
          $0.superentityName = "Item"
          $0.attributes = []
        }
      }
    }
    #expect(try plan(library, names).mode == .copy)
  }

  /// Whether rows lack what the model demands is looked for where a default would mend that: it takes reading them all.
  @Test func onlyWhatADefaultWouldMendIsLookedFor() throws {
    let library = try MigrationLibrary()
    let destination = try library.changed {
      $0.editAttribute("Book", "title") { $0.defaultValue = .string("none") }
    }
    let mapping = ModelMapping.inferred(from: library.model, to: destination)
    func complete(_ mapping: ModelMapping?) throws -> Set<Int> {
      let connection = try Connection(path: library.path, mode: .untouched)
      return try MigrationSource(connection, model: library.model, for: mapping).completeEntities
    }
    #expect(try complete(nil) == [] && complete(mapping) == [1, 2, 3, 4])
    try Connection(path: library.path, mode: .readWrite).execute(
      "UPDATE ZBOOK SET ZTITLE = NULL WHERE Z_PK = 1; UPDATE ZTAG SET ZNAME = NULL WHERE Z_PK = 1")
    #expect(try complete(mapping) == [2, 3, 4])
    let report = try library.migrate(to: destination)
    #expect(report.filled.map { "\($0.entity) \($0.rows)" } == ["Book 1"])
    #expect(try library.column("SELECT ZTITLE FROM ZBOOK WHERE Z_PK = 1") == ["none"])
  }
}
