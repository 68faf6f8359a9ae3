public import Foundation
public import FoundationAdditions
package import ModelDescription

/// An entity of a model.
///
/// Inherited properties are part of `properties` and of the tables by name, the parent's first.
open class NSEntityDescription: NSObject, NSCopying, NSFastEnumeration {
  /// The model that holds the entity.
  package final weak var model: NSManagedObjectModel?
  private weak var parent: NSEntityDescription?
  private var children: [NSEntityDescription] = []
  private var own: [NSPropertyDescription] = []
  private var givenName: String?
  private var className: String?
  private var abstract = false
  private var info: [AnyHashable: Any]?
  private var modifier: String?
  private var formerName: String?
  private var fetchIndexes: [NSFetchIndexDescription] = []
  private var constraints: [[Any]] = []
  private var compounds: [[Any]] = []
  private var spotlightExpression: __Deprecated.Expression?
  /// The expression as the model spells it, until another is set.
  private var spotlightText: String?
  /// What a model's file says and no property here does; the rest of it is not looked at.
  package final var origin: EntityDescription?
  /// How objects keep the entity's properties; made at first need.
  package final var madeLayout: EntityLayout?
  /// Lookups made once, when the model is first used.
  private var tables: Tables?

  public override init() {}

  /// The model that holds the entity; asking an entity that is in none stops the program.
  open var managedObjectModel: NSManagedObjectModel {
    guard let model else {
      preconditionFailure("The entity \"\(name ?? "")\" is in no model; put it into a model's entities first.")
    }
    return model
  }

  open var managedObjectClassName: String! {
    get { className ?? "NSManagedObject" }
    set { change { className = newValue } }
  }

  open var name: String? {
    get { givenName }
    set {
      change {
        givenName = newValue
        model?.forgetTables()
      }
    }
  }

  open var isAbstract: Bool {
    get { abstract }
    set { change { abstract = newValue } }
  }

  open var subentitiesByName: [String: NSEntityDescription] {
    Dictionary(children.map { ($0.name ?? "", $0) }, uniquingKeysWith: { first, _ in first })
  }

  open var subentities: [NSEntityDescription] {
    get { children }
    set {
      change {
        for child in children where child.parent === self { child.parent = nil }
        children = newValue
        for child in newValue {
          child.willChange()
          child.parent = self
        }
        if let model { model.entities += newValue }
      }
    }
  }

  open var superentity: NSEntityDescription? { parent }

  open var propertiesByName: [String: NSPropertyDescription] { (tables ?? Tables(self)).properties }

  /// Own and inherited properties. Setting them sets the own ones: inherited ones in the list are left where they are.
  open var properties: [NSPropertyDescription] {
    get { (parent?.properties ?? []) + own }
    set {
      change {
        let inherited = Set((parent?.properties ?? []).map { ObjectIdentifier($0) })
        for property in own where property.owner === self { property.owner = nil }
        own = newValue.filter { !inherited.contains(ObjectIdentifier($0)) }
        for property in own {
          property.owner?.willChange()
          property.owner = self
        }
      }
    }
  }

  open var userInfo: [AnyHashable: Any]? {
    get { info }
    set { change { info = newValue } }
  }

  open var attributesByName: [String: NSAttributeDescription] { (tables ?? Tables(self)).attributes }

  open var relationshipsByName: [String: NSRelationshipDescription] { (tables ?? Tables(self)).relationships }

  /// The relationships that lead to the entity or one of its ancestors.
  open func relationships(forDestination entity: NSEntityDescription) -> [NSRelationshipDescription] {
    properties.compactMap { $0 as? NSRelationshipDescription }.filter { relationship in
      relationship.destinationEntity.map { entity.isKindOf(entity: $0) } ?? false
    }
  }

  /// Whether it is the entity or inherits from it.
  open func isKindOf(entity: NSEntityDescription) -> Bool {
    lineage.contains { $0 === entity }
  }

  open var versionHash: Data { EntityHash.hash(of: self) }

  open var versionHashModifier: String? {
    get { modifier }
    set { change { modifier = newValue } }
  }

  /// The name in the model before, or the present name where none was given, as Apple's documentation says.
  open var renamingIdentifier: String? {
    get { formerName ?? givenName }
    set { change { formerName = newValue } }
  }

  open var indexes: [NSFetchIndexDescription] {
    get { fetchIndexes }
    set {
      change {
        for index in fetchIndexes where index.owner === self { index.owner = nil }
        fetchIndexes = newValue
        for index in newValue { index.owner = self }
      }
    }
  }

  /// Lists of property names or of attributes.
  open var uniquenessConstraints: [[Any]] {
    get { constraints }
    set { change { constraints = newValue } }
  }

  @available(*, deprecated, message: "Use NSEntityDescription.indexes instead")
  open var compoundIndexes: [[Any]] {
    get { compounds }
    set { change { compounds = newValue } }
  }

  /// The name of an object in a search; the object itself where the model says nothing.
  open var coreSpotlightDisplayNameExpression: __Deprecated.Expression {
    get { spotlightExpression ?? spotlightText.map { ModelText.expression($0) } ?? ModelText.expression("SELF") }
    set {
      change {
        spotlightExpression = newValue
        spotlightText = nil
      }
    }
  }

  public var __elements: [Any] { properties }

  /// Parent, subentities and model are not the copy's; relationships know their destinations by name.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSEntityDescription()
    copy.givenName = givenName
    copy.className = className
    copy.abstract = abstract
    copy.info = info
    copy.modifier = modifier
    copy.formerName = formerName
    copy.constraints = constraints.map { $0.map { PropertyNames.name(of: $0) } }
    copy.compounds = compounds.map { $0.map { PropertyNames.name(of: $0) } }
    copy.spotlightExpression = spotlightExpression
    copy.spotlightText = spotlightText
    copy.origin = origin
    copy.properties = own.compactMap { $0.copy() as? NSPropertyDescription }
    copy.indexes = fetchIndexes.compactMap { $0.copy() as? NSFetchIndexDescription }
    return copy
  }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSEntityDescription else { return false }
    if other === self { return true }
    guard name == other.name, superentity?.name == other.superentity?.name, let mine = try? entityDescription(),
      let theirs = try? other.entityDescription()
    else { return false }
    return mine == theirs
  }

  open override var hash: Int { givenName.hashValue }

  open override var description: String { "<NSEntityDescription: \(givenName ?? "without a name")>" }
}

// MARK: inside

extension NSEntityDescription {
  /// What is about to change; a model in use cannot.
  package final func willChange() {
    model?.willChange()
    // Those that inherit from it lay its properties out too; a circle of parents ends where it began.
    var (waiting, met): ([NSEntityDescription], Set<ObjectIdentifier>) = ([self], [])
    while let entity = waiting.popLast() {
      guard met.insert(ObjectIdentifier(entity)).inserted else { continue }
      entity.madeLayout = nil
      waiting += entity.children
    }
  }

  private func change(_ body: () -> Void) {
    willChange()
    body()
  }

  package final var ownProperties: [NSPropertyDescription] { own }
  package final var givenClassName: String? { className }
  package final var givenRenamingIdentifier: String? { formerName }
  package final var constraintNames: [[String]] { constraints.map { $0.map { PropertyNames.name(of: $0) } } }
  package final var compoundNames: [[String]] { compounds.map { $0.map { PropertyNames.name(of: $0) } } }

  package final var spotlightDisplayName: String? {
    spotlightText ?? spotlightExpression.map { ModelText.text($0) }
  }

  package final func take(spotlight text: String?, compounds: [[String]]) {
    spotlightText = text
    self.compounds = compounds
  }

  /// The entity, its parent, and so on; a circle of parents ends where it began.
  package final var lineage: [NSEntityDescription] {
    var result: [NSEntityDescription] = []
    var next: NSEntityDescription? = self
    while let entity = next, !result.contains(where: { $0 === entity }) {
      result.append(entity)
      next = entity.parent
    }
    return result
  }

  package final func property(named name: String) -> NSPropertyDescription? {
    if let tables { return tables.properties[name] }
    for entity in lineage {
      if let found = entity.own.first(where: { $0.name == name }) { return found }
    }
    return nil
  }

  /// Lookups for a model that does not change any more.
  package final func settle(isFinal: Bool) {
    for case let relationship as NSRelationshipDescription in own { relationship.settle() }
    tables = isFinal ? Tables(self) : nil
  }

  private struct Tables {
    var properties: [String: NSPropertyDescription] = [:]
    var attributes: [String: NSAttributeDescription] = [:]
    var relationships: [String: NSRelationshipDescription] = [:]

    init(_ entity: NSEntityDescription) {
      // A property declared again replaces the inherited one.
      for level in entity.lineage.reversed() {
        for property in level.own { properties[property.name] = property }
      }
      attributes = properties.compactMapValues { $0 as? NSAttributeDescription }
      relationships = properties.compactMapValues { $0 as? NSRelationshipDescription }
    }
  }
}

/// Constraints and indexes list names, or the properties themselves.
enum PropertyNames {
  static func name(of entry: Any) -> String {
    (entry as? NSPropertyDescription)?.name ?? entry as? String ?? "\(entry)"
  }
}
