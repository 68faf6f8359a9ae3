import Foundation
import FoundationAdditions
import QueryModel

/// The predicates and expressions that a model spells as text.
enum ModelText {
  /// A text that is no predicate becomes one that says so where it is used: one odd template must not make a model
  /// useless.
  static func predicate(_ text: String) -> NSPredicate {
    do {
      return try NSPredicate.parse(text)
    } catch {
      let problem = FormatError(.syntax, "the model's predicate cannot be read: \(error)", text: text)
      return NSPredicate.object(.closure(FormatClosure { _, _, _ in throw problem }))
    }
  }

  static func expression(_ text: String) -> __Deprecated.Expression {
    do {
      return FormatObjects.object(try PredicateFormat.expression(text, arguments: []))
    } catch {
      let problem = FormatError(.syntax, "the model's expression cannot be read: \(error)", text: text)
      return FormatObjects.object(.closure(FormatClosure { _, _, _ in throw problem }, []))
    }
  }

  static func text(_ expression: __Deprecated.Expression) -> String { "\(FormatObjects.tree(of: expression))" }
}
