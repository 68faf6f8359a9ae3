public import Foundation
public import FoundationAdditions
package import ModelDescription
import ObjectGraph
import Synchronization

/// A model: entities, the configurations that they form, and fetch requests by name.
///
/// A model can be changed until a coordinator uses it; from then on a change stops the program, as with Apple's.
open class NSManagedObjectModel: NSObject, NSCopying, NSFastEnumeration {
  private var members: [NSEntityDescription] = []
  private var groups: [Group] = []
  private var templates: [(name: String, request: NSFetchRequest<any NSFetchRequestResult>)] = []
  private var identifiers: [AnyHashable] = []
  private var localization: [String: String]?
  /// What a model's file says and no property here does; the rest of it is not looked at.
  private var origin: ModelDescription?
  private var resolution: Result<ResolvedModel, any Error>?
  private var hashes: [String: Data]?
  private var byName: [String: NSEntityDescription]?
  /// A coordinator uses the model, so it cannot change.
  package final private(set) var isInUse = false
  /// Places among the entities by class, of a model in use; `nil` for a class without one.
  final let classEntities = Mutex<[ObjectIdentifier: Int?]>([:])

  /// A configuration.
  private struct Group {
    var name: String
    var entities: [NSEntityDescription]
    /// Entities that the file lists and the model lacks.
    var origin: ConfigurationDescription?
  }

  public override init() {}

  package convenience init(_ description: ModelDescription) {
    self.init()
    take(description)
  }

  open var entitiesByName: [String: NSEntityDescription] { byName ?? Self.table(members) }

  /// All entities. Those that inherit come along with their parents.
  open var entities: [NSEntityDescription] {
    get { members }
    set {
      change {
        var all: [NSEntityDescription] = []
        func add(_ entity: NSEntityDescription) {
          guard !all.contains(where: { $0 === entity }) else { return }
          all.append(entity)
          entity.subentities.forEach { add($0) }
        }
        // Listed ones keep their order.
        for entity in newValue where !all.contains(where: { $0 === entity }) { all.append(entity) }
        newValue.forEach { $0.subentities.forEach { add($0) } }
        for entity in members where entity.model === self { entity.model = nil }
        for entity in all {
          if entity.model !== self { entity.willChange() }
          entity.model = self
        }
        members = all
      }
    }
  }

  open var configurations: [String] { groups.map(\.name) }

  /// The entities of a configuration, all for `nil`; `nil` when the model has no such configuration.
  open func entities(forConfigurationName configuration: String?) -> [NSEntityDescription]? {
    guard let configuration, configuration != Self.defaultConfiguration else { return entities }
    return groups.first { $0.name == configuration }?.entities
  }

  open func setEntities(_ entities: [NSEntityDescription], forConfigurationName configuration: String) {
    change {
      if let index = groups.firstIndex(where: { $0.name == configuration }) {
        groups[index].entities = entities
      } else {
        groups.append(Group(name: configuration, entities: entities))
      }
    }
  }

  open func setFetchRequestTemplate(
    _ fetchRequestTemplate: NSFetchRequest<any NSFetchRequestResult>?, forName name: String
  ) {
    change {
      let index = templates.firstIndex { $0.name == name }
      switch (fetchRequestTemplate, index) {
      case (let request?, let index?): templates[index].request = request
      case (let request?, nil): templates.append((name, request))
      case (nil, let index?): templates.remove(at: index)
      case (nil, nil): break
      }
    }
  }

  /// The template itself; change a copy of it.
  open func fetchRequestTemplate(forName name: String) -> NSFetchRequest<any NSFetchRequestResult>? {
    templates.first { $0.name == name }.map { withEntity($0.request) }
  }

  /// A copy of the template with constants for its `$VARIABLES`.
  open func fetchRequestFromTemplate(
    withName name: String, substitutionVariables variables: [String: Any]
  ) -> NSFetchRequest<any NSFetchRequestResult>? {
    guard let template = fetchRequestTemplate(forName: name) else { return nil }
    let request = NSFetchRequest<any NSFetchRequestResult>(template.settings)
    request.predicate = template.predicate?.withSubstitutionVariables(variables)
    return request
  }

  open var fetchRequestTemplatesByName: [String: NSFetchRequest<any NSFetchRequestResult>] {
    Dictionary(templates.map { ($0.name, withEntity($0.request)) }, uniquingKeysWith: { first, _ in first })
  }

  /// Kept for texts that a program sets; nothing here shows them.
  open var localizationDictionary: [String: String]? {
    get { localization }
    set { localization = newValue }
  }

  open var versionIdentifiers: Set<AnyHashable> {
    get { Set(identifiers) }
    set { change { identifiers = newValue.sorted { "\($0)" < "\($1)" } } }
  }

  /// Whether a store with such metadata has the tables of the configuration's entities: names and hashes are equal.
  open func isConfiguration(
    withName configuration: String?, compatibleWithStoreMetadata metadata: [String: Any]
  ) -> Bool {
    guard let hashes = metadata[NSStoreModelVersionHashesKey] as? [String: Data],
      let entities = entities(forConfigurationName: configuration)
    else { return false }
    let own = entityVersionHashesByName
    return hashes == own.filter { name, _ in entities.contains { $0.name == name } }
  }

  /// Empty for a model that cannot stand; adding a store with it says why.
  open var entityVersionHashesByName: [String: Data] {
    if let hashes { return hashes }
    let made = (try? resolved())?.versionHashes() ?? [:]
    hashes = made
    return made
  }

  /// Base64 over the hashes of all entities: equal for models whose stores are alike.
  open var versionChecksum: String { VersionHashes.checksum(entityVersionHashesByName) }

  public var __elements: [Any] { entities }

  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSManagedObjectModel()
    copy.take(copyOf: self)
    return copy
  }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSManagedObjectModel else { return false }
    if other === self { return true }
    guard let mine = try? modelDescription(), let theirs = try? other.modelDescription() else { return false }
    return mine.canonical() == theirs.canonical()
  }

  open override var hash: Int { Set(members.map(\.name)).hashValue }

  open override var description: String {
    "<NSManagedObjectModel: \(members.map { $0.name ?? "" }.joined(separator: ", "))>"
  }

  /// The name of the configuration of all entities, which stores without another report.
  package static let defaultConfiguration = "PF_DEFAULT_CONFIGURATION_NAME"
}

// MARK: changes

extension NSManagedObjectModel {
  /// What is about to change.
  package final func willChange() {
    precondition(
      !isInUse,
      "The model \(entities.compactMap(\.name).joined(separator: ", ")) is in use by a coordinator and cannot be changed; "
        + "change a copy of it.")
    resolution = nil
    hashes = nil
    byName = nil
  }

  package final func forgetTables() { byName = nil }

  private func change(_ body: () -> Void) {
    willChange()
    body()
  }

  /// Ends all changes: looks everything up once, so that threads can share the model.
  package final func use() {
    if isInUse { return }
    members.forEach { $0.settle(isFinal: true) }
    byName = Self.table(members)
    resolution = resolve()
    hashes = nil
    _ = entityVersionHashesByName
    members.forEach { _ = EntityLayout.of($0) }
    isInUse = true
  }

  package final func entity(named name: String) -> NSEntityDescription? {
    byName?[name] ?? members.first { $0.name == name }
  }

  /// The model as stores and contexts use it.
  ///
  /// - Throws: `ModelError` that names the entity and property which cannot stand.
  package final func resolved() throws -> ResolvedModel {
    if let resolution { return try resolution.get() }
    let made = resolve()
    resolution = made
    return try made.get()
  }

  private func resolve() -> Result<ResolvedModel, any Error> {
    Result { try ResolvedModel(modelDescription()) }
  }

  private static func table(_ entities: [NSEntityDescription]) -> [String: NSEntityDescription] {
    Dictionary(entities.map { ($0.name ?? "", $0) }, uniquingKeysWith: { first, _ in first })
  }

  private func withEntity(
    _ request: NSFetchRequest<any NSFetchRequestResult>
  ) -> NSFetchRequest<any NSFetchRequestResult> {
    if request.entity == nil, let entity = request.entityName.flatMap({ self.entity(named: $0) }) {
      request.entity = entity
    }
    return request
  }
}

// MARK: the way from and to descriptions

extension NSManagedObjectModel {
  private func take(_ description: ModelDescription) {
    let made = description.entities.map { NSEntityDescription.make($0) }
    let byName = Self.table(made)
    for (entity, source) in zip(made, description.entities) {
      guard let parent = source.superentityName.flatMap({ byName[$0] }) else { continue }
      parent.subentities.append(entity)
    }
    entities = made
    groups = description.configurations.map { configuration in
      Group(
        name: configuration.name, entities: configuration.entityNames.compactMap { byName[$0] }, origin: configuration)
    }
    templates = description.fetchTemplates.map { ($0.name, NSFetchRequest(template: $0)) }
    identifiers = description.versionIdentifiers.map { AnyHashable($0) }
    origin = description
    origin?.entities = []
    made.forEach { $0.settle(isFinal: false) }
  }

  private func take(copyOf other: NSManagedObjectModel) {
    let copies = other.members.compactMap { $0.copy() as? NSEntityDescription }
    func copy(of entity: NSEntityDescription) -> NSEntityDescription? {
      zip(other.members, copies).first { $0.0 === entity }?.1
    }
    for (entity, original) in zip(copies, other.members) {
      entity.subentities = original.subentities.compactMap { copy(of: $0) }
    }
    entities = copies
    groups = other.groups.map { group in
      Group(name: group.name, entities: group.entities.compactMap { copy(of: $0) }, origin: group.origin)
    }
    templates = other.templates.map { ($0.name, $0.request.inOtherModel()) }
    identifiers = other.identifiers
    localization = other.localization
    origin = other.origin
    copies.forEach { $0.settle(isFinal: false) }
  }

  /// The model as a value.
  ///
  /// - Throws: `ModelError` for what a model's description cannot hold.
  package final func modelDescription() throws -> ModelDescription {
    var result = origin ?? ModelDescription()
    result.entities = try members.map { try $0.entityDescription() }
    result.configurations = groups.map { group in
      var configuration = group.origin ?? ConfigurationDescription(name: group.name, entityNames: [])
      let names = group.entities.compactMap(\.name)
      if Set(configuration.entityNames).intersection(entitiesByName.keys) != Set(names) {
        configuration.entityNames = names
      }
      return configuration
    }
    result.fetchTemplates = templates.map { $0.request.template(named: $0.name) }
    result.versionIdentifiers = identifiers.map { "\($0)" }
    return result
  }
}
