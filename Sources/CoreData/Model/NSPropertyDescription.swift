public import Foundation
import ModelDescription

/// A property of an entity: what attributes, relationships and fetched properties have in common.
open class NSPropertyDescription: NSObject, NSCopying {
  /// The entity that declares the property.
  package final weak var owner: NSEntityDescription?
  private var givenName = ""
  private var optional = true
  private var transient = false
  private var info: [AnyHashable: Any]?
  private var modifier: String?
  private var formerName: String?
  private var indexed = false
  private var spotlight = false
  private var external = false
  private var predicates: [NSPredicate] = []
  private var warnings: [Any] = []

  public override init() {}

  /// The entity that declares the property; asking a property that no entity has stops the program.
  open var entity: NSEntityDescription {
    guard let owner else {
      preconditionFailure("The property \"\(name)\" is in no entity; put it into an entity's properties first.")
    }
    return owner
  }

  open var name: String {
    get { givenName }
    set { change { givenName = newValue } }
  }

  open var isOptional: Bool {
    get { optional }
    set { change { optional = newValue } }
  }

  open var isTransient: Bool {
    get { transient }
    set { change { transient = newValue } }
  }

  open var validationPredicates: [NSPredicate] { predicates }

  /// For each predicate what an error says when it fails: a text, or the number of a validation error.
  open var validationWarnings: [Any] { warnings }

  open func setValidationPredicates(
    _ validationPredicates: [NSPredicate]?, withValidationWarnings validationWarnings: [String]?
  ) {
    setValidation(validationPredicates ?? [], warnings: validationWarnings ?? [])
  }

  open var userInfo: [AnyHashable: Any]? {
    get { info }
    set { change { info = newValue } }
  }

  @available(*, deprecated, message: "Use NSEntityDescription.indexes instead")
  open var isIndexed: Bool {
    get { isMarkedIndexed }
    set { isMarkedIndexed = newValue }
  }

  /// SHA-256 over what shapes a store; equal hashes mean that a store of one model fits the other's property.
  open var versionHash: Data { PropertyHash.plain(of: self) }

  open var versionHashModifier: String? {
    get { modifier }
    set { change { modifier = newValue } }
  }

  open var isIndexedBySpotlight: Bool {
    get { spotlight }
    set { change { spotlight = newValue } }
  }

  @available(*, deprecated, message: "External records are not supported")
  open var isStoredInExternalRecord: Bool {
    get { isMarkedExternal }
    set { isMarkedExternal = newValue }
  }

  /// The name in the model before, or the present name where none was given, as Apple's documentation says.
  open var renamingIdentifier: String? {
    get { formerName ?? givenName }
    set { change { formerName = newValue } }
  }

  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = emptyCopy()
    copy.take(from: self)
    return copy
  }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSPropertyDescription else { return false }
    return other === self || saysSame(as: other)
  }

  open override var hash: Int { givenName.hashValue }

  open override var description: String {
    "<\(Swift.type(of: self)): \(owner?.name.map { $0 + "." } ?? "")\(givenName)>"
  }

  // MARK: for the subclasses of this module

  /// A new property of the same kind.
  package func emptyCopy() -> NSPropertyDescription { NSPropertyDescription() }

  package func take(from other: NSPropertyDescription) {
    givenName = other.givenName
    optional = other.optional
    transient = other.transient
    info = other.info
    modifier = other.modifier
    formerName = other.formerName
    indexed = other.indexed
    spotlight = other.spotlight
    external = other.external
    predicates = other.predicates
    warnings = other.warnings
  }

  /// Whether the two are the same in a model.
  package func saysSame(as other: NSPropertyDescription) -> Bool {
    Swift.type(of: self) == Swift.type(of: other) && PropertyFacts(self) == PropertyFacts(other)
  }

  /// Makes a change, unless the model is in use.
  package final func change(_ body: () -> Void) {
    owner?.willChange()
    body()
  }

  package func setValidation(_ predicates: [NSPredicate], warnings: [Any]) {
    change {
      self.predicates = predicates
      self.warnings = warnings
    }
  }

  /// The former name as given.
  package final var givenRenamingIdentifier: String? { formerName }

  package final var isMarkedIndexed: Bool {
    get { indexed }
    set { change { indexed = newValue } }
  }

  package final var isMarkedExternal: Bool {
    get { external }
    set { change { external = newValue } }
  }
}
