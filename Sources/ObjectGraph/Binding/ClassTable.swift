package import ModelDescription
import Synchronization

/// The classes of a container, bound to the model of its store. Shared by contexts.
package final class ClassTable: Sendable {
  package let model: ResolvedModel
  let coding: any ValueCoding
  /// That of the entity or of its nearest ancestor which has one.
  private let byEntity: [ClassBinding?]
  private let byClass: [ObjectIdentifier: ClassBinding]
  /// Bindings whose layout is theirs alone.
  private let byLayout: [ObjectIdentifier: ClassBinding]
  /// The root entities of families some of whose values the store computes.
  let familiesWithDerivedValues: [Int]
  /// What key paths of the program stand for: predicates name the same ones at every fetch.
  private let knownPaths = Mutex<[ObjectIdentifier: KnownPath]>([:])

  private struct KnownPath: @unchecked Sendable {
    // Unchecked because key paths are immutable.
    /// Held, so that no other one gets its identity.
    let keyPath: AnyKeyPath
    let names: [String]?
  }

  /// - Parameters:
  ///   - classes: entity names with their classes.
  ///   - model: that of the store; entities without a class are left alone.
  ///   - names: the store's names of properties that are called otherwise in the classes.
  ///   - coding: the transformers of transformable attributes.
  package convenience init(
    _ classes: [(name: String, type: any _ModelClass.Type)], model: ResolvedModel, names: StoreNames = .equal,
    coding: any ValueCoding = NoValueCoding()
  ) throws {
    try self.init(
      sources: classes.map { ($0.name, ObjectSource($0.type)) }, model: model, names: names, coding: coding)
  }

  /// - Parameter sources: entity names with the ways to make their objects; one class may serve several entities.
  package init(
    sources: [(name: String, source: ObjectSource)], model: ResolvedModel, names: StoreNames = .equal,
    coding: any ValueCoding
  ) throws {
    self.model = model
    self.coding = coding
    var byEntity = [ClassBinding?](repeating: nil, count: model.entities.count + 1)
    var byClass: [ObjectIdentifier: ClassBinding] = [:]
    var byLayout: [ObjectIdentifier: ClassBinding] = [:]
    for (name, source) in sources {
      guard let entity = model.entity(named: name) else {
        throw GraphError(.modelMismatch, "the store's model has no entity of this name", entity: name)
      }
      let binding = try ClassBinding(source, entity: entity, names: names, coding: coding)
      byEntity[entity.number] = binding
      if source.ownsLayout {
        byLayout[ObjectIdentifier(source.layout)] = binding
      } else {
        byClass[ObjectIdentifier(source.type)] = binding
      }
    }
    for case let binding? in byEntity {
      for slot in binding.relationships {
        guard let relationship = binding.slots[slot].relationship, let inverse = relationship.inverse else { continue }
        binding.slots[slot].inverseSlot = byEntity[relationship.destinationNumber]?.slots.firstIndex {
          $0.relationship?.name == inverse.name
        }
      }
    }
    for case let binding? in byEntity {
      binding.finish(model) { slot in
        if let found = slot.type.destination.flatMap({ byClass[ObjectIdentifier($0)] }) { return found }
        return slot.relationship.flatMap { byEntity[$0.destinationNumber] }
      }
    }
    let served: [ClassBinding?] = byEntity.indices.map { number in
      var next: Int? = number
      while let current = next {
        if let binding = byEntity[current] { return binding }
        next = model.entity(numbered: current)?.superentityNumber
      }
      return nil
    }
    self.byEntity = served
    self.byClass = byClass
    self.byLayout = byLayout
    familiesWithDerivedValues = model.entities.filter { entity in
      entity.isRoot && entity.familyNumbers.contains { served[$0]?.hasDerivedValues == true }
    }.map(\.number)
  }

  package func binding(of type: any _ModelClass.Type) -> ClassBinding? { byClass[ObjectIdentifier(type)] }

  /// The binding of an object that is in no context yet.
  func binding(ofNew object: any _ModelObject) -> ClassBinding? {
    byClass[ObjectIdentifier(type(of: object))] ?? byLayout[ObjectIdentifier(object._$ref.layout)]
  }

  /// What is wrong with a class that none of the table's bindings is of: of two versions of an app's models, each has a
  /// class of the name.
  package func unknown(_ type: any _ModelObject.Type) -> GraphError {
    let name = String(describing: type)
    let other = byEntity.lazy.compactMap { $0?.type }.first { $0 != type && String(describing: $0) == name }
    let own = other.map { ", whose \(name) is \(String(reflecting: $0))" } ?? ""
    return GraphError(
      .modelMismatch, "the class \(String(reflecting: type)) is not in the container's schema\(own)", entity: name)
  }

  /// The store's names for a key path of one of the classes, as predicates and sorts use them; `nil` when the store has
  /// no such property.
  package func storePath(of keyPath: AnyKeyPath) -> [String]? {
    let identity = ObjectIdentifier(keyPath)
    if let known = knownPaths.withLock({ $0[identity] }) { return known.names }
    let found = KnownPath(keyPath: keyPath, names: names(of: keyPath))
    // Key paths that are put together at run time are new ones each time.
    knownPaths.withLock { if $0.count < 1000 { $0[identity] = found } }
    return found.names
  }

  private func names(of keyPath: AnyKeyPath) -> [String]? {
    guard let root = Swift.type(of: keyPath).rootType as? any _ModelClass.Type, let binding = binding(of: root),
      let slot = binding.layout.slot(of: keyPath)
    else { return nil }
    return binding.slots[slot].storePath(in: binding.entity)
  }

  /// The class of an entity's rows, or that of the nearest ancestor which has one.
  package func binding(ofEntity number: Int) -> ClassBinding? {
    byEntity.indices.contains(number) ? byEntity[number] : nil
  }

  /// Whether every row of an entity and its descendants becomes an object of that class or a subclass.
  package func familyIsMade<Model>(of type: Model.Type, _ entity: ResolvedEntity) -> Bool {
    entity.familyNumbers.allSatisfy { binding(ofEntity: $0)?.type is Model.Type }
  }
}
