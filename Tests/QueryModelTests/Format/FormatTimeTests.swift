import Foundation
import ModelDescription
import QueryModel
import Testing

/// What a format says of time.
@Suite struct FormatTimeTests {
  /// A format is kept and asked again: each time of its own moment.
  @Test func nowIsTheMomentOfTheQuestion() throws {
    let model = try ResolvedModel(
      ModelDescription(entities: [
        EntityDescription(name: "Moment", attributes: [.init(name: "at", type: .date, isOptional: true)])
      ]))
    let entity = try #require(model.entity(named: "Moment"))
    let tree = try PredicateFormat.predicate("at <= now()")
    func asked() throws -> Date? {
      guard
        case .comparison(_, _, .constant(.date(let date))) = try FormatLowering(model: model, entity: entity)
          .predicate(tree)
      else { return nil }
      return date
    }
    let first = try #require(try asked())
    let moment = Date.now.addingTimeInterval(0.02)
    let values: [String: Any] = ["at": moment]
    #expect(try !FormatEvaluator(values, lookup: DictionaryLookup()).holds(tree))
    while Date.now < moment {}
    #expect(try FormatEvaluator(values, lookup: DictionaryLookup()).holds(tree))
    #expect(try #require(try asked()) > first)
  }
}
