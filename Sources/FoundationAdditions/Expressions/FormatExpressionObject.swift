import Foundation
import QueryModel

/// An expression with its format tree. Made by `__Deprecated.object`: it has no initializer.
@available(*, deprecated)
final class FormatExpressionObject: NSExpression {
  var content: Content?

  final class Content {
    let tree: FormatExpression
    init(_ tree: FormatExpression) { self.tree = tree }
  }

  private var tree: FormatExpression { content?.tree ?? .constant(.null) }

  override var description: String { "\(tree)" }
  override var hash: Int { tree.canonical.hashValue }
  override func copy(with zone: NSZone? = nil) -> Any { self }

  override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? FormatExpressionObject else { return false }
    return other === self || other.tree.canonical == tree.canonical
  }
}
