import ModelDescription
import TestKit
import Testing

@testable import SQLiteStore

/// The proof from outside says what the migration's own says.
@Suite struct StoreCountsTests {
  @Test func countsAreThoseOfTheMigration() throws {
    let library = try MigrationLibrary()
    let second = try library.changed {
      $0.edit("Shelf") {
        $0.name = "Case"; $0.renamingIdentifier = "Shelf"
      }
      for entity in ["Book", "Tag"] {
        $0.edit(entity) { entity in
          for index in entity.relationships.indices where entity.relationships[index].destinationEntityName == "Shelf" {
            entity.relationships[index].destinationEntityName = "Case"
          }
        }
      }
      $0.entities.append(EntityDescription(name: "Author", attributes: [.init(name: "name", type: .string)]))
    }
    let before = try StoreCounts(library.path)
    let told = try library.migrate(to: second)
    let counted = MigrationReport(from: before, to: try StoreCounts(library.path))
    #expect(counted.entities == told.entities)
    #expect(counted.entities.contains { $0.source == "Shelf" && $0.destination == "Case" && $0.after == 4 })
    // The migration tells the two columns of a one-to-one apart.
    let links = told.links.filter { $0.relationship != "Book.prequel" }
    #expect(Set(counted.links.map { "\($0.before) \($0.after)" }) == Set(links.map { "\($0.before) \($0.after)" }))
    #expect(counted.links.count == links.count)
    #expect(counted.links.allSatisfy { $0.before == $0.after && $0.before > 0 }, "\(counted.links)")
    #expect(counted.hashesBefore == told.hashesBefore && counted.hashesAfter == told.hashesAfter)
  }
}
