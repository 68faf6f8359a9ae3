import Foundation
import SQLiteStore

/// One migration of a manager: its two stores, and the three passes over its mappings.
final class MappingRun {
  let mappings: NSMappingModel
  let sourceContext: NSManagedObjectContext
  let destinationContext: NSManagedObjectContext
  var associations = MappingAssociations()
  private(set) var current: NSEntityMapping?
  private(set) var progress: Float = 0

  private unowned let manager: NSMigrationManager
  private let url: URL
  private let coordinators: [NSPersistentStoreCoordinator]

  init(
    _ manager: NSMigrationManager, _ mappings: NSMappingModel, source: URL, options: [AnyHashable: Any]?,
    destination: URL, destinationOptions: [AnyHashable: Any]?
  ) throws {
    self.manager = manager
    self.mappings = mappings
    url = source
    let from = NSPersistentStoreCoordinator(managedObjectModel: manager.sourceModel)
    let into = NSPersistentStoreCoordinator(managedObjectModel: manager.destinationModel)
    var reading = options ?? [:]
    reading[NSReadOnlyPersistentStoreOption] = NSNumber(value: true)
    try Self.translating(NSMigrationManagerSourceStoreError, "The source of a migration cannot be opened", source) {
      try from.addPersistentStore(
        ofType: NSSQLiteStoreType, configurationName: nil, at: source, options: reading)
    }
    try Self.translating(
      NSMigrationManagerDestinationStoreError, "The destination of a migration cannot be made", destination
    ) {
      try into.addPersistentStore(
        ofType: NSSQLiteStoreType, configurationName: nil, at: destination, options: destinationOptions)
    }
    coordinators = [from, into]
    (sourceContext, destinationContext) = (Self.context(of: from), Self.context(of: into))
  }

  /// With two stores that are open already; whoever opened them closes them.
  init(
    _ manager: NSMigrationManager, _ mappings: NSMappingModel, lending source: SQLiteStore,
    and destination: SQLiteStore, _ url: URL
  ) throws {
    self.manager = manager
    self.mappings = mappings
    self.url = url
    let from = NSPersistentStoreCoordinator(managedObjectModel: manager.sourceModel)
    let into = NSPersistentStoreCoordinator(managedObjectModel: manager.destinationModel)
    for (coordinator, store) in [(from, source), (into, destination)] {
      try coordinator.adopt(
        NSPersistentStore(store, type: NSSQLiteStoreType, url: url, configuration: nil, options: nil))
    }
    coordinators = [from, into]
    (sourceContext, destinationContext) = (Self.context(of: from), Self.context(of: into))
  }

  private static func context(of coordinator: NSPersistentStoreCoordinator) -> NSManagedObjectContext {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  private static func translating(
    _ code: Int, _ text: String, _ url: URL, _ body: () throws -> NSPersistentStore
  ) throws {
    do {
      _ = try body()
    } catch {
      throw CoreDataError.error(
        code, "\(text): \((error as NSError).localizedDescription)", url: url, underlying: error)
    }
  }

  func run() throws {
    defer { for coordinator in coordinators { coordinator.persistentStores.forEach { try? coordinator.remove($0) } } }
    try sourceContext.performAndWait { try destinationContext.performAndWait { try runPasses() } }
  }

  private func runPasses() throws {
    let work = try mappings.entityMappings.filter { $0.mappingType != .removeEntityMappingType }.map { mapping in
      (mapping, try policy(mapping))
    }
    for (mapping, policy) in work {
      current = mapping
      try policy.begin(mapping, with: manager)
      for object in try sources(mapping) {
        try manager.checkCancelled(url)
        try policy.createDestinationInstances(forSource: object, in: mapping, manager: manager)
      }
      try policy.endInstanceCreation(forMapping: mapping, manager: manager)
      progress += 0.5 / Float(work.count)
    }
    for (mapping, policy) in work {
      current = mapping
      for object in associations.destinations(of: nil, mapping.name ?? "") {
        try manager.checkCancelled(url)
        try policy.createRelationships(forDestination: object, in: mapping, manager: manager)
      }
      try policy.endRelationshipCreation(forMapping: mapping, manager: manager)
      progress += 0.4 / Float(work.count)
    }
    for (mapping, policy) in work {
      current = mapping
      try policy.performCustomValidation(forMapping: mapping, manager: manager)
      try policy.end(mapping, manager: manager)
    }
    current = nil
    try manager.checkCancelled(url)
    try destinationContext.save()
    progress = 1
  }

  private func sources(_ mapping: NSEntityMapping) throws -> [NSManagedObject] {
    guard let name = mapping.sourceEntityName, mapping.mappingType != .addEntityMappingType else { return [] }
    guard manager.sourceEntity(for: mapping) != nil else {
      throw CoreDataError.error(
        NSMigrationError, "The mapping \(mapping.name ?? "") is of an entity \(name), which the source does not have.",
        url: url)
    }
    return try sourceContext.fetch(SourceRequest(mapping: mapping, url: url).request(name))
  }

  /// What objects became by a mapping. A relationship to an entity leads to objects of its subentities too, and what these
  /// became is known under the mappings of their own.
  func destinations(of sources: [NSManagedObject]?, _ name: String) -> [NSManagedObject] {
    let found = associations.destinations(of: sources, name)
    guard let sources, found.count < sources.count,
      let entity = mappings.entityMappings.first(where: { $0.name == name }).flatMap(manager.sourceEntity)
    else { return found }
    return sources.flatMap { source in
      let own = associations.destinations(of: [source], name)
      guard own.isEmpty, source.entity !== entity, source.entity.isKindOf(entity: entity) else { return own }
      return mappings.entityMappings.filter { $0.sourceEntityName == source.entity.name }
        .flatMap { associations.destinations(of: [source], $0.name ?? "") }
    }
  }

  private func policy(_ mapping: NSEntityMapping) throws -> NSEntityMigrationPolicy {
    guard let name = mapping.entityMigrationPolicyClassName, !name.isEmpty else { return NSEntityMigrationPolicy() }
    // As with managed objects: models often name a class without its module.
    let short = ManagedClasses.shortName(name)
    let modules = (manager.sourceModel.entities + manager.destinationModel.entities).map { entity in
      String(reflecting: ManagedClasses.type(of: entity)).split(separator: ".").first.map(String.init) ?? ""
    }
    for candidate in [name] + Set(modules).sorted().map({ "\($0).\(short)" }) {
      if let type = NSClassFromString(candidate) as? NSEntityMigrationPolicy.Type { return type.init() }
    }
    throw CoreDataError.error(
      NSEntityMigrationPolicyError, "There is no policy \(name) for the mapping \(mapping.name ?? "").",
      advice: "Name the class with its module, as NSStringFromClass does.", url: url)
  }
}
