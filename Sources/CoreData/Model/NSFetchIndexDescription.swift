public import Foundation
package import ModelDescription

/// How an index keeps its values.
public enum NSFetchIndexElementType: UInt, Hashable, Sendable {
  case binary = 0
  case rTree = 1
}

/// An index over properties of an entity.
open class NSFetchIndexDescription: NSObject, NSCopying {
  package final weak var owner: NSEntityDescription?
  private var givenName: String
  private var parts: [NSFetchIndexElementDescription]
  private var predicate: NSPredicate?
  /// The predicate as the model spells it, until another is set.
  package final var originalPredicate: String?
  package final var origin: FetchIndexDescription?

  public init(name: String, elements: [NSFetchIndexElementDescription]?) {
    givenName = name
    parts = elements ?? []
    super.init()
    for element in parts { element.owner = self }
  }

  open var name: String {
    get { givenName }
    set { change { givenName = newValue } }
  }

  open var elements: [NSFetchIndexElementDescription] {
    get { parts }
    set {
      change {
        for element in parts where element.owner === self { element.owner = nil }
        parts = newValue
        for element in newValue { element.owner = self }
      }
    }
  }

  open var entity: NSEntityDescription? { owner }

  open var partialIndexPredicate: NSPredicate? {
    get { predicate }
    set {
      change {
        predicate = newValue
        originalPredicate = nil
      }
    }
  }

  open func copy(with zone: NSZone? = nil) -> Any {
    let elements = parts.compactMap { $0.copy() as? NSFetchIndexElementDescription }
    let copy = NSFetchIndexDescription(name: givenName, elements: elements)
    copy.predicate = predicate
    copy.originalPredicate = originalPredicate
    copy.origin = origin
    return copy
  }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSFetchIndexDescription else { return false }
    return other === self || indexDescription() == other.indexDescription()
  }

  open override var hash: Int { givenName.hashValue }

  fileprivate func change(_ body: () -> Void) {
    owner?.willChange()
    body()
  }
}

/// One property, or one expression, of an index.
open class NSFetchIndexElementDescription: NSObject, NSCopying {
  package final weak var owner: NSFetchIndexDescription?
  private weak var object: NSPropertyDescription?
  /// Kept alive: an expression is in no entity.
  private var expression: NSExpressionDescription?
  private var name: String?
  private var kind: NSFetchIndexElementType
  private var ascending = true
  package final var originalExpression: String?
  package final var origin: FetchIndexDescription.Element?

  public init(property: NSPropertyDescription, collationType: NSFetchIndexElementType) {
    object = property
    expression = property as? NSExpressionDescription
    name = property.name
    kind = collationType
  }

  package init(propertyName: String?, collationType: NSFetchIndexElementType) {
    name = propertyName
    kind = collationType
  }

  open var property: NSPropertyDescription? {
    object ?? expression ?? name.flatMap { owner?.owner?.property(named: $0) }
  }

  open var propertyName: String? { object?.name ?? name }

  open var collationType: NSFetchIndexElementType {
    get { kind }
    set { change { kind = newValue } }
  }

  open var isAscending: Bool {
    get { ascending }
    set { change { ascending = newValue } }
  }

  open var indexDescription: NSFetchIndexDescription? { owner }

  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSFetchIndexElementDescription(propertyName: propertyName, collationType: kind)
    copy.expression = expression
    copy.ascending = ascending
    copy.originalExpression = originalExpression
    copy.origin = origin
    return copy
  }

  package final var expressionDescription: NSExpressionDescription? { expression }

  private func change(_ body: () -> Void) {
    owner?.owner?.willChange()
    body()
  }
}
