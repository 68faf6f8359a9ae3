public import Foundation
public import FoundationAdditions

/// A value that a fetch computes: a column of its dictionaries, or a part of an index.
open class NSExpressionDescription: NSPropertyDescription {
  private var value: __Deprecated.Expression?
  private var kind = NSAttributeType.undefinedAttributeType

  public override init() {}

  open var expression: __Deprecated.Expression? {
    get { value }
    set { change { value = newValue } }
  }

  open var expressionResultType: NSAttributeType {
    get { kind }
    set { change { kind = newValue } }
  }

  public var resultType: NSAttributeDescription.AttributeType {
    get { .init(rawValue: expressionResultType) }
    set { expressionResultType = newValue.rawValue }
  }

  package override func emptyCopy() -> NSPropertyDescription { NSExpressionDescription() }

  package override func take(from other: NSPropertyDescription) {
    super.take(from: other)
    guard let other = other as? NSExpressionDescription else { return }
    value = other.value
    kind = other.kind
  }

  package override func saysSame(as other: NSPropertyDescription) -> Bool {
    guard let other = other as? NSExpressionDescription else { return false }
    return super.saysSame(as: other) && kind == other.kind && value == other.value
  }
}
