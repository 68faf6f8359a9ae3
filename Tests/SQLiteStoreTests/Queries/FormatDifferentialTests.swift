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

    /// Whether the two disagree. What throws in memory is not compared: SQLite's arithmetic goes on where Swift's stops.
    func differs(_ tree: FormatPredicate) -> Bool {
      guard let found = inSQL(tree) else { return false }
      let expected = inMemory(tree)
      if case .error = expected { return false }
      return found != expected || evaluated(tree) != expected
    }
  }

  @Test func formatsAnswerAlike() throws {
    let models = FullRun.isOn ? 1_000 : 100
    let formats = FullRun.isOn ? 1_000 : 110
    var (cases, compared, withoutSQL, throwing) = (0, 0, 0, 0)
    var differences = 0
    for seed in 0..<UInt64(models) {
      let library = try RandomLibrary(seed: seed, rows: 8)
      let subject = Subject(library: library, entity: try #require(library.model.entity(named: "Item")))
      for number in 0..<UInt64(formats) {
        var maker = RandomFormats(seed: seed << 32 | number, model: library.model)
        let format = maker.condition(2)
        let tree = try PredicateFormat.predicate(format)
        cases += 1
        guard let found = subject.inSQL(tree) else {
          withoutSQL += 1
          continue
        }
        let expected = subject.inMemory(tree)
        if case .error = expected {
          throwing += 1
          continue
        }
        compared += 1
        guard found != expected || subject.evaluated(tree) != expected else { continue }
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
        + " \(withoutSQL) of \(cases) have no form in SQL, \(throwing) throw in memory.")
    #expect(differences == 0 && compared > cases * 3 / 4)
  }
}

/// Makes the condition smaller while it still shows what it shows.
enum FormatShrinking {
  static func smallest(_ start: FormatPredicate, where shows: (FormatPredicate) -> Bool) -> FormatPredicate {
    var current = start
    while let next = smaller(current).first(where: shows) { current = next }
    return current
  }

  private static func smaller(_ predicate: FormatPredicate) -> [FormatPredicate] {
    switch predicate {
    case .constant, .closure: return []
    case .not(let part): return [part] + smaller(part).map { .not($0) }
    case .and(let parts): return parts + within(parts).map { .and($0) }
    case .or(let parts): return parts + within(parts).map { .or($0) }
    case .comparison(let comparison):
      var result: [FormatPredicate] = []
      for left in smaller(comparison.left) {
        var changed = comparison
        changed.left = left
        result.append(.comparison(changed))
      }
      for right in smaller(comparison.right) {
        var changed = comparison
        changed.right = right
        result.append(.comparison(changed))
      }
      return result
    }
  }

  private static func within(_ parts: [FormatPredicate]) -> [[FormatPredicate]] {
    parts.indices.flatMap { index in
      smaller(parts[index]).map { part in
        var parts = parts
        parts[index] = part
        return parts
      }
    }
  }

  private static func smaller(_ expression: FormatExpression) -> [FormatExpression] {
    switch expression {
    case .function(let name, let arguments):
      return arguments
        + arguments.indices.flatMap { index in
          smaller(arguments[index]).map {
            var arguments = arguments
            arguments[index] = $0
            return .function(name, arguments)
          }
        }
    case .conditional(let test, let yes, let no):
      return [yes, no] + smaller(test).map { .conditional($0, yes, no) }
    case .cast(let value, _): return [value]
    case .aggregate(let elements) where elements.count > 1:
      return elements.indices.map { index in
        var elements = elements
        elements.remove(at: index)
        return .aggregate(elements)
      }
    case .path(.subquery(let base, let variable, let condition), let names):
      return smaller(condition).map { .path(.subquery(base, variable: variable, $0), names) }
    default: return []
    }
  }
}
