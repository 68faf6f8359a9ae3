public import Foundation
package import ModelDescription

/// An attribute of an entity.
open class NSAttributeDescription: NSPropertyDescription {
  private var kind = NSAttributeType.undefinedAttributeType
  private var className: String?
  private var transformer: String?
  private var external = false
  private var preserved = false
  private var encrypted = false
  private var initial: Any?
  /// What a model's file says and no property here does; the rest of it is not looked at.
  package final var origin: AttributeDescription?
  /// The default and the bounds as the file has them, until they are set.
  package final var originalDefault: AttributeValue?
  package final var originalValidation: AttributeValidation?

  public override init() {}

  open var attributeType: NSAttributeType {
    get { kind }
    set {
      change {
        if kind != newValue { originalDefault = nil }
        kind = newValue
      }
    }
  }

  /// The class of the values: the one given, or the type's own.
  open var attributeValueClassName: String? {
    get { className ?? kind.valueClassName }
    set { change { className = newValue } }
  }

  /// Numbers are `NSNumber`s, so that they cast to each of Swift's types.
  open var defaultValue: Any? {
    get { initial }
    set {
      change {
        initial = newValue
        originalDefault = nil
      }
    }
  }

  open override var versionHash: Data { PropertyHash.attribute(shapeDescription()) }

  open var valueTransformerName: String? {
    get { transformer }
    set { change { transformer = newValue } }
  }

  open var allowsExternalBinaryDataStorage: Bool {
    get { external }
    set { change { external = newValue } }
  }

  open var preservesValueInHistoryOnDeletion: Bool {
    get { preserved }
    set { change { preserved = newValue } }
  }

  open var allowsCloudEncryption: Bool {
    get { encrypted }
    set { change { encrypted = newValue } }
  }

  /// The class name as given.
  package final var givenClassName: String? { className }

  package override func emptyCopy() -> NSPropertyDescription { NSAttributeDescription() }

  package override func take(from other: NSPropertyDescription) {
    super.take(from: other)
    guard let other = other as? NSAttributeDescription else { return }
    kind = other.kind
    className = other.className
    transformer = other.transformer
    external = other.external
    preserved = other.preserved
    encrypted = other.encrypted
    initial = other.initial
    origin = other.origin
    originalDefault = other.originalDefault
    originalValidation = other.originalValidation
  }

  package override func setValidation(_ predicates: [NSPredicate], warnings: [Any]) {
    super.setValidation(predicates, warnings: warnings)
    originalValidation = nil
  }

  package override func saysSame(as other: NSPropertyDescription) -> Bool {
    guard let other = other as? NSAttributeDescription, let mine = try? attributeDescription(),
      let theirs = try? other.attributeDescription()
    else { return false }
    return mine == theirs
  }
}

/// An attribute that holds several values under names of their own.
open class NSCompositeAttributeDescription: NSAttributeDescription {
  private var parts: [NSAttributeDescription] = []

  public override init() {
    super.init()
    attributeType = .compositeAttributeType
  }

  open var elements: [NSAttributeDescription] {
    get { parts }
    set { change { parts = newValue } }
  }

  package override func emptyCopy() -> NSPropertyDescription { NSCompositeAttributeDescription() }

  package override func take(from other: NSPropertyDescription) {
    super.take(from: other)
    let elements = (other as? NSCompositeAttributeDescription)?.parts ?? []
    parts = elements.compactMap { $0.copy() as? NSAttributeDescription }
  }
}

/// An attribute that a store computes.
open class NSDerivedAttributeDescription: NSAttributeDescription {
  private var expression: __Deprecated.Expression?
  /// The expression as the model spells it, until another is set.
  package final var originalExpression: String?

  public override init() {}

  open var derivationExpression: __Deprecated.Expression? {
    get { expression }
    set {
      change {
        expression = newValue
        originalExpression = nil
      }
    }
  }

  package override func emptyCopy() -> NSPropertyDescription { NSDerivedAttributeDescription() }

  package override func take(from other: NSPropertyDescription) {
    super.take(from: other)
    expression = (other as? NSDerivedAttributeDescription)?.expression
    originalExpression = (other as? NSDerivedAttributeDescription)?.originalExpression
  }
}
