import ObjectGraph
import QueryModel
import TestKit
import Testing

@testable import SwiftData

/// The `#Predicate` columns of `Documentation/QuerySemantics.md`, held row by row.
@Suite struct PredicateSemanticsTests {
  private let context: ModelContext
  /// As it was before it was stored: with NaN where the store has NULL.
  private let sample: SemanticSample

  init() throws {
    let container = try ModelContainer(
      for: SemanticSample.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let writer = ModelContext(container)
    let stored = SemanticSample()
    writer.insert(stored)
    stored.few = [SemanticPart(number: 1), SemanticPart(number: nil)]
    try writer.save()
    context = ModelContext(container)
    sample = SemanticSample()
    sample.few = [SemanticPart(number: 1), SemanticPart(number: nil)]
  }

  static var rows: [SemanticsTable.Row] { SemanticsTable.rows.filter { SemanticSample.spellings[$0.condition] != nil } }

  @Test func everySpellingHasItsRow() {
    let known = Set(SemanticsTable.rows.map(\.condition))
    #expect(SemanticSample.spellings.keys.filter { !known.contains($0) }.sorted() == [])
    let answered = SemanticsTable.rows.filter { !$0.predicateInMemory.hasPrefix("–") || $0.predicateInSQL != "–" }
    #expect(answered.map(\.condition).filter { SemanticSample.spellings[$0] == nil } == [])
    let bare = SemanticsTable.rows.filter { $0.predicateInMemory == "–" }.map(\.condition)
    #expect(bare == [], "the page says why there is no such spelling")
    print("Rows of the semantics page with a #Predicate: \(answered.count) of \(SemanticsTable.rows.count).")
  }

  @Test func objectsAndRowsAnswer() throws {
    for row in Self.rows {
      let predicate = try #require(SemanticSample.spellings[row.condition])
      let descriptor = FetchDescriptor(predicate: predicate)
      // Foundation traps where numbers fail; a fetch over objects throws there.
      let memory =
        row.predicateInMemory == "error"
        ? answer {
          let request = try ModelFetch(descriptor, context.graph).wholeRequest
          return try !context.graph.objectsInMemory(request, includesPending: true).isEmpty
        } : answer { try predicate.evaluate(sample) }
      #expect(memory == row.predicateInMemory, "\(row.condition) in memory")
      let inSQL = answer {
        let request = try ModelFetch(descriptor, context.graph).wholeRequest
        return try !context.graph.keys(request, includesPending: false).isEmpty
      }
      #expect(inSQL == row.predicateInSQL, "\(row.condition) in SQL")
    }
  }

  private func answer(_ body: () throws -> Bool) -> String {
    do { return try body() ? "yes" : "no" } catch { return "error" }
  }
}
