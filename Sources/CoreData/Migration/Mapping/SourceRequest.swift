import Foundation
import FoundationAdditions

/// The request that an entity mapping's source expression stands for.
///
/// Apple's compiled mapping models have `FETCH(FUNCTION($manager, "fetchRequestForSourceEntityNamed:predicateString:",
/// "Note", "image != nil"), …)`; formats here have no `FETCH`, so the call stands by itself.
struct SourceRequest {
  static let selector = "fetchRequestForSourceEntityNamed:predicateString:"

  let mapping: NSEntityMapping
  let url: URL

  /// All objects of the source entity itself, or those that the expression asks for.
  func request(_ name: String) throws -> NSFetchRequest<NSManagedObject> {
    let request = NSFetchRequest<NSManagedObject>(entityName: name)
    request.includesSubentities = false
    if let problem = mapping.problem { throw failure("cannot be read: \(problem)") }
    guard let expression = mapping.sourceExpression else { return request }
    guard let message = expression.messageToVariable, message.variable == NSMigrationManagerKey,
      message.selector == Self.selector, message.arguments.count == 2,
      let entity = try? message.arguments[0].value(with: nil) as? String,
      let format = try? message.arguments[1].value(with: nil) as? String
    else { throw failure("is none that can be followed: \(expression)") }
    guard entity == name else { throw failure("is of the entity \(entity), not of \(name)") }
    do {
      request.predicate = try NSPredicate.parse(format)
    } catch {
      throw failure("has a predicate that cannot be read: \(error)")
    }
    return request
  }

  private func failure(_ what: String) -> NSError {
    CoreDataError.error(
      NSMigrationError, "The source expression of the mapping \(mapping.name ?? "") \(what).",
      advice: "Give the mapping a filter predicate, or let a policy pass over the objects that it does not want.",
      url: url)
  }
}
