import Foundation
import ModelDescription
import QueryModel
import StoreContract
import TestKit
import Testing

@testable import SQLiteStore

/// Formats evaluated over objects in memory beside the same formats asked of SQLite: random models, rows and formats.
@Suite struct FormatDifferentialTests {
  /// What a format answers over all items.
  private enum Answer: Equatable, CustomStringConvertible {
    case keys([Int64])
    case error(String)

    var isError: Bool { if case .error = self { true } else { false } }

    var description: String {
      switch self {
      case .keys(let keys): "items \(keys)"
      case .error(let text): "error: \(text)"
      }
    }
  }

  private struct Subject {
    let library: RandomLibrary
    let entity: ResolvedEntity

    /// `nil` for a format that a store cannot be asked.
    func inSQL(_ tree: FormatPredicate) -> Answer? {
      guard let query = try? FormatLowering(model: library.model, entity: entity).predicate(tree) else { return nil }
      do {
        var keys: [Int64] = []
        try library.store.fetch(FetchRequest(entity: entity.number, predicate: query)) { keys.append($0.primaryKey()) }
        return .keys(keys)
      } catch let error as StoreError where error.description.contains("The store cannot answer this fetch") {
        return nil
      } catch {
        return .error("\(error)")
      }
    }

    /// By the query that SQL is made of, over the objects; `nil` for a format that has no such query.
    func evaluated(_ tree: FormatPredicate) -> Answer? {
      guard let query = try? FormatLowering(model: library.model, entity: entity).predicate(tree) else { return nil }
      do {
        return .keys(
          try library.items.filter {
            try QueryEvaluator.evaluate(query, on: RandomLibrary.Seen(object: $0, model: library.model))
          }.map(\.key))
      } catch {
        return .error("\(error)")
      }
    }

    func inMemory(_ tree: FormatPredicate) -> Answer {
      do {
        return .keys(
          try library.items.filter { try FormatEvaluator($0, lookup: RandomLibrary.Lookup()).holds(tree) }.map(\.key))
      } catch {
        return .error("\(error)")
      }
    }

    /// Whether the three disagree: what throws in memory has to throw everywhere, whatever the words.
    func differs(_ tree: FormatPredicate) -> Bool {
      guard let found = inSQL(tree) else { return false }
      let expected = inMemory(tree)
      if expected.isError { return !found.isError || evaluated(tree)?.isError != true }
      return found != expected || evaluated(tree) != expected
    }
  }

  @Test func formatsAnswerAlike() throws {
    let formats = FullRun.isOn ? 1_000 : 110
    let models = FullRun.cases(11_000, full: 1_000_000) / formats
    var (cases, compared, withoutSQL, throwing) = (0, 0, 0, 0)
    var nans = 0
    var differences = 0
    for seed in 0..<UInt64(models) {
      let library = try RandomLibrary(seed: seed, rows: 8)
      nans += library.items.reduce(0) { $0 + $1.stored.count }
      let subject = Subject(library: library, entity: try #require(library.model.entity(named: "Item")))
      for number in 0..<UInt64(formats) {
        var maker = RandomFormats(seed: seed << 32 | number, model: library.model)
        let format = maker.condition(2)
        let tree = try PredicateFormat.predicate(format)
        cases += 1
        guard subject.inSQL(tree) != nil else {
          withoutSQL += 1
          continue
        }
        if subject.inMemory(tree).isError { throwing += 1 }
        compared += 1
        guard subject.differs(tree) else { continue }
        differences += 1
        let smallest = FormatShrinking.smallest(tree, where: subject.differs)
        Issue.record(
          """
          model \(seed), format \(number): \(format)
          smallest: \(smallest)
          in memory \(subject.inMemory(smallest)), in SQL \(subject.inSQL(smallest).map { "\($0)" } ?? "-"), \
          by the query in memory \(subject.evaluated(smallest).map { "\($0)" } ?? "-")
          rows: \(library.items.map { "\($0.key): \($0.values)" }.joined(separator: "\n      ").prefix(1500))
          """)
        if differences > 3 { return }
      }
    }
    print(
      "Formats asked of memory, of the query's evaluator and of SQLite: \(compared - differences) of \(compared) alike in \(models) models;"
        + " \(withoutSQL) of \(cases) have no form in SQL, \(throwing) throw in all three, \(nans) values are NaN.")
    #expect(differences == 0 && compared > cases * 3 / 4 && throwing > 0 && nans > models / 5)
  }
}
