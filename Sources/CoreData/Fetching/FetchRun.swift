import Foundation
import FoundationAdditions
import ModelDescription
import ObjectGraph
import QueryModel
import StoreContract

/// One fetch: what can be said in the store's terms is; the rest is worked out on the objects.
struct FetchRun {
  let settings: FetchSettings
  let context: NSManagedObjectContext
  let graph: ObjectContext
  let entity: NSEntityDescription
  private let number: ResolvedEntity
  /// `nil` where a store cannot say it.
  private let predicate: QueryPredicate??
  private let sorts: [QuerySort]?
  /// The places of the stores that the request is for; `nil` for all that hold the entity.
  private let places: Set<Int>?

  init(_ settings: FetchSettings, _ context: NSManagedObjectContext) throws {
    let graph = try context.graph()
    self.settings = settings
    self.context = context
    self.graph = graph
    guard let name = settings.entity?.name ?? settings.entityName else {
      throw CoreDataError.error(NSPersistentStoreOperationError, "A fetch request needs an entity.")
    }
    guard let entity = context.model?.entity(named: name), let number = graph.store.model.entity(named: name) else {
      throw CoreDataError.error(
        NSPersistentStoreOperationError,
        "The context's model has no entity \"\(name)\"; it has "
          + "\((context.model?.entities.compactMap(\.name) ?? []).sorted().joined(separator: ", ")).")
    }
    self.entity = entity
    self.number = number
    predicate = try Self.lowered(settings.predicate, number, entity, context, graph)
    let facts = EntityLayout.of(entity)
    sorts = try Self.sorts(settings, facts)
    places = try Self.places(settings, number, context)
  }

  /// Which of the stores that hold the entity are left out by the request's list; `nil` where none is.
  private static func places(
    _ settings: FetchSettings, _ number: ResolvedEntity, _ context: NSManagedObjectContext
  ) throws -> Set<Int>? {
    guard let stores = settings.stores else { return nil }
    let chosen = Set(stores.filter { $0.persistentStoreCoordinator != nil }.map(\.number))
    let holders = try context.ground().parts().holding(number.number).map(\.place)
    return holders.allSatisfy(chosen.contains) ? nil : chosen
  }

  // MARK: translation

  /// - Throws: an error for a key that the entity does not have.
  private static func lowered(
    _ predicate: NSPredicate?, _ number: ResolvedEntity, _ entity: NSEntityDescription,
    _ context: NSManagedObjectContext, _ graph: ObjectContext
  ) throws -> QueryPredicate?? {
    guard let predicate else { return .some(nil) }
    let lowering = FormatLowering(model: graph.store.model, entity: number) { value in
      switch value {
      case let object as NSManagedObject:
        let key = object._$ref.rowKey
        guard key.primaryKey > 0 || object._$ref.context === graph else { return .object(entity: 0, key: 0) }
        return .object(entity: key.entity, key: key.primaryKey)
      case let id as NSManagedObjectID:
        return context.key(of: id).map { .object(entity: $0.entity, key: $0.primaryKey) } ?? .object(entity: 0, key: 0)
      default: return nil
      }
    }
    do {
      return .some(try lowering.predicate(predicate.formatTree))
    } catch let error as QueryError {
      switch error.code {
      case .unsupported: return nil
      case .unknownProperty:
        // Transient properties are known to the objects.
        if let key = error.unknownKey, entity.property(named: key) != nil { return nil }
        throw CoreDataError.error(
          NSPersistentStoreOperationError, "\(error)", info: ["entity": error.entityName ?? entity.name ?? ""],
          underlying: error)
      case .fault: throw CoreDataError.error(NSPersistentStoreOperationError, "\(error)", underlying: error)
      }
    }
  }

  /// `nil` when one of the descriptors is nothing that a store sorts by.
  ///
  /// - Throws: an error for a key that the entity does not have.
  private static func sorts(
    _ settings: FetchSettings, _ facts: EntityLayout
  ) throws -> [QuerySort]? {
    // Dictionaries have columns of their own besides.
    let isOfObjects = !settings.resultType.contains(.dictionaryResultType)
    var sorts: [QuerySort] = []
    for descriptor in settings.sortDescriptors ?? [] {
      let path = descriptor.plainKeys ?? descriptor.madeOfKeyPath.flatMap { KeyPathProbe.keys(of: $0, facts) }
      if isOfObjects, let key = path?.first, facts.entity.property(named: key) == nil,
        !["self", "objectID"].contains(key)
      {
        throw CoreDataError.error(
          NSPersistentStoreOperationError,
          "The entity \(facts.entity.name ?? "") has no property \"\(key)\" to sort by; its properties are "
            + "\(facts.properties.map(\.name).sorted().joined(separator: ", ")).")
      }
      guard let path, isSortable(path, facts.entity) else { return nil }
      sorts.append(QuerySort(path: path, isAscending: descriptor.ascending))
    }
    return sorts
  }

  /// Whether a path leads through to-ones to an attribute that stores order by.
  private static func isSortable(_ path: [String], _ entity: NSEntityDescription) -> Bool {
    var entity: NSEntityDescription? = entity
    for (index, key) in path.enumerated() {
      guard let property = entity?.property(named: key), !property.isTransient else { return false }
      if let relationship = property as? NSRelationshipDescription {
        if relationship.isToMany || index == path.count - 1 { return false }
        entity = relationship.destinationEntity
      } else if let composite = property as? NSCompositeAttributeDescription {
        guard let element = CompositeType(composite).element(at: path[(index + 1)...]) else { return false }
        return element.type != .transformable && element.type != .undefined
      } else {
        guard let attribute = property as? NSAttributeDescription, index == path.count - 1 else { return false }
        return ![.transformableAttributeType, .undefinedAttributeType].contains(attribute.attributeType)
      }
    }
    return false
  }

  private var limit: Int? { settings.fetchLimit > 0 ? settings.fetchLimit : nil }
  private var offset: Int? { settings.fetchOffset > 0 ? settings.fetchOffset : nil }

  /// The whole fetch in the store's terms; `nil` when it cannot be said.
  private var request: FetchRequest? {
    guard let predicate, let sorts, places == nil else { return nil }
    var request = FetchRequest(
      entity: number.number, includesSubentities: settings.includesSubentities, predicate: predicate, sorts: sorts,
      limit: limit, offset: offset)
    if let names = settings.propertiesToFetch, !settings.resultType.contains(.dictionaryResultType),
      let binding = graph.classes.binding(ofEntity: number.number)
    {
      let known = EntityLayout.of(entity)
      let slots = names.compactMap { known.slot(named: PropertyNames.name(of: $0)) }
      if slots.count == names.count { request.fields = Set(slots.flatMap { binding.slots[$0].fields }) }
    }
    return request
  }

  /// Whether the store can be asked, without a look at objects.
  var isInStoresTerms: Bool { request != nil }

  private var includesPending: Bool {
    settings.includesPendingChanges && !settings.resultType.contains(.dictionaryResultType)
  }

  // MARK: answers

  func objects() throws -> [NSManagedObject] {
    if let found = try batched() { return found }
    let keepsOld = graph.refreshesWhenFetched
    graph.refreshesWhenFetched = settings.shouldRefreshRefetchedObjects
    defer { graph.refreshesWhenFetched = keepsOld }
    let found =
      try translated { request in
        try graph.objects(request, includesPending: includesPending).compactMap { $0 as? NSManagedObject }
      } ?? evaluated()
    for path in settings.relationshipKeyPathsForPrefetching ?? [] { try prefetch(path, found) }
    if !settings.returnsObjectsAsFaults { for object in found where object.isFault { object.unveil() } }
    try context.throwDeferred()
    return found
  }

  /// Faults in batches of the request's size; `nil` where that is not asked for, or the rows alone do not decide.
  private func batched() throws -> [NSManagedObject]? {
    let size = settings.fetchBatchSize
    guard size > 0, settings.returnsObjectsAsFaults, !settings.shouldRefreshRefetchedObjects, !graph.hasChanges,
      var request
    else { return nil }
    request.fields = []
    guard let keys = try Self.ifSupported({ try graph.keys(request, includesPending: includesPending) }),
      keys.count > size
    else { return nil }
    var found: [NSManagedObject] = []
    found.reserveCapacity(keys.count)
    for start in stride(from: 0, to: keys.count, by: size) {
      let keys = Array(keys[start..<min(start + size, keys.count)])
      let batch = FetchBatch(context, keys, settings)
      for key in keys {
        guard let object = graph.fault(entity: key.entity, key: key.primaryKey) as? NSManagedObject else { continue }
        if object._$ref.flags.contains(.fault) { object.batch = batch }
        found.append(object)
      }
    }
    try context.throwDeferred()
    return found
  }

  func count() throws -> Int {
    try translated { try graph.count($0, includesPending: includesPending) } ?? evaluated().count
  }

  func identifiers() throws -> [NSManagedObjectID] {
    let keys = try translated { try graph.keys($0, includesPending: includesPending) }
    guard let keys else { return try evaluated().map(\.objectID) }
    return keys.map { key in
      let name = graph.store.model.entity(numbered: key.entity)?.name ?? ""
      return context.objectID(key, context.model?.entity(named: name) ?? entity)
    }
  }

  private func translated<Answer>(_ body: (FetchRequest) throws -> Answer) throws -> Answer? {
    guard let request else { return nil }
    return try Self.ifSupported { try body(request) }
  }

  private static func ifSupported<Answer>(_ body: () throws -> Answer) throws -> Answer? {
    do {
      return try body()
    } catch let error as StoreError where error.code == .unsupported {
      return nil
    } catch let error as QueryError where error.code == .unsupported {
      return nil
    }
  }

  /// What the store cannot answer, asked of the objects.
  private func evaluated() throws -> [NSManagedObject] {
    var all = FetchRequest(entity: number.number, includesSubentities: settings.includesSubentities)
    var isFiltered = false
    if let predicate {
      all.predicate = predicate
      isFiltered = true
    }
    var objects = try Self.ifSupported { try graph.objects(all, includesPending: includesPending) }
    if objects == nil {
      isFiltered = false
      all.predicate = nil
      objects = try graph.objects(all, includesPending: includesPending)
    }
    var found = (objects ?? []).compactMap { $0 as? NSManagedObject }
    if let places { found = found.filter { $0.objectID.persistentStore.map { places.contains($0.number) } ?? false } }
    if !isFiltered, let predicate = settings.predicate { found = try found.filter { try predicate.matches($0) } }
    if let descriptors = settings.sortDescriptors, !descriptors.isEmpty {
      found = Self.sorted(found, descriptors)
    }
    return Array(found.dropFirst(offset ?? 0).prefix(limit ?? .max))
  }

  static func sorted<Element>(_ objects: [Element], _ descriptors: [NSSortDescriptor]) -> [Element] {
    objects.enumerated().sorted { left, right in
      for descriptor in descriptors {
        switch descriptor.compare(left.element, to: right.element) {
        case .orderedAscending: return true
        case .orderedDescending: return false
        case .orderedSame: continue
        }
      }
      return left.offset < right.offset
    }.map(\.element)
  }

  // MARK: prefetching

  /// Reads what a path of relationships leads to: a statement for each step, and for each relationship where objects of
  /// several entities have different ones of that name.
  func prefetch(_ path: String, _ objects: [NSManagedObject]) throws {
    var level = objects
    let keys = path.split(separator: ".")
    for (step, key) in keys.enumerated() {
      var next: [NSManagedObject] = []
      var seen: Set<ObjectIdentifier> = []
      for (binding, slot, owners) in groups(of: level, having: String(key)) {
        try graph.prefetch(slot: slot, of: binding, owners.map(\._$ref))
        if step == keys.count - 1 { continue }
        for owner in owners {
          let members =
            owner.facts.properties[slot].isToMany
            ? owner.facts.properties[slot].objects(owner._$ref, slot)
            : [owner.facts.properties[slot].read(owner._$ref, slot) as? NSManagedObject].compactMap { $0 }
          for member in members where seen.insert(ObjectIdentifier(member)).inserted { next.append(member) }
        }
      }
      level = next
    }
  }

  /// Objects by the relationship that they have under a name; those without one are left out.
  private func groups(
    of objects: [NSManagedObject], having key: String
  ) -> [(binding: ClassBinding, slot: Int, owners: [NSManagedObject])] {
    var groups: [(binding: ClassBinding, slot: Int, owners: [NSManagedObject])] = []
    // By entity, and by the entity that declares the relationship.
    var (places, declared): ([Int: Int?], [Int: Int]) = ([:], [:])
    for object in objects {
      let entity = Int(object._$ref.header.pointee.entity)
      if places[entity] == nil {
        var place: Int?
        if let binding = graph.classes.binding(ofEntity: entity), let slot = object.facts.slot(named: key),
          let relationship = binding.slots[slot].relationship
        {
          place = declared[relationship.declaringEntityNumber]
          if place == nil {
            place = groups.count
            declared[relationship.declaringEntityNumber] = place
            groups.append((binding, slot, []))
          }
        }
        places[entity] = .some(place)
      }
      if case let place?? = places[entity] { groups[place].owners.append(object) }
    }
    return groups
  }
}
