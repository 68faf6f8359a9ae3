import Foundation

/// What a controller and the form of it that delegates get share.
final class FetchedResults {
  let context: NSManagedObjectContext
  let sectionKeyPath: String?
  let cacheName: String?
  weak var delegate: (any NSFetchedResultsControllerDelegate)?
  /// What delegates get.
  weak var proxy: NSFetchedResultsController<any NSFetchRequestResult>?
  private(set) var objects: [NSManagedObject]?
  private(set) var sections: [FetchedSection]?
  private var settings = FetchSettings()
  private var observer: (any NSObjectProtocol)?

  init(_ context: NSManagedObjectContext, _ sectionKeyPath: String?, cacheName: String?) {
    self.context = context
    self.sectionKeyPath = sectionKeyPath
    self.cacheName = cacheName
  }

  deinit {
    if let observer { NotificationCenter.default.removeObserver(observer) }
  }

  func fetch(_ settings: FetchSettings) throws {
    guard settings.sortDescriptors?.isEmpty == false else {
      throw CoreDataError.error(
        NSPersistentStoreOperationError, "A fetched results controller needs a request with sort descriptors.")
    }
    self.settings = settings
    let found = try run()
    let made = FetchedSection.sections(of: found, by: sectionKeyPath)
    // As Apple's framework does, which refuses results that are not in the order of their sections.
    if let repeated = Dictionary(grouping: made, by: \.name).first(where: { $1.count > 1 })?.key {
      throw CoreDataError.error(
        NSCoreDataError,
        "The results are not in the order of their sections: section \"\(repeated)\" would come twice. Sort by"
          + " \(sectionKeyPath ?? "the section's key") first.")
    }
    objects = found
    sections = made
    guard observer == nil else { return }
    // Posted where the context is used, which is where the results are.
    observer = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextObjectsDidChange, object: context, queue: nil
    ) { [results = WeakResults(self)] notification in results.object?.follow(notification) }
  }

  private func run() throws -> [NSManagedObject] {
    var settings = settings
    settings.resultType = .managedObjectResultType
    return try context.results(settings).compactMap { $0 as? NSManagedObject }
  }

  // MARK: places

  func object(at path: IndexPath) -> NSManagedObject? {
    guard path.count == 2, let sections, sections.indices.contains(path[0]) else { return nil }
    let members = sections[path[0]].members
    return members.indices.contains(path[1]) ? members[path[1]] : nil
  }

  func indexPath(of object: NSManagedObject) -> IndexPath? {
    for (section, info) in (sections ?? []).enumerated() {
      if let row = info.members.firstIndex(where: { $0 === object }) { return IndexPath(indexes: [section, row]) }
    }
    return nil
  }

  func title(of section: String) -> String? {
    guard let delegate, let proxy else { return nil }
    return delegate.controller(proxy, sectionIndexTitleForSectionName: section)
  }

  // MARK: following

  private func follow(_ notification: Notification) {
    guard let delegate, let proxy, let oldObjects = objects, let oldSections = sections else { return }
    func set(_ key: String) -> Set<NSManagedObject> { notification.userInfo?[key] as? Set<NSManagedObject> ?? [] }
    let updated = set(NSUpdatedObjectsKey).union(set(NSRefreshedObjectsKey))
    let touched = updated.union(set(NSInsertedObjectsKey)).union(set(NSDeletedObjectsKey))
    let isEverything = notification.userInfo?[NSInvalidatedAllObjectsKey] != nil
    guard isEverything || concerns(touched) else { return }
    do {
      let found = try run()
      let new = FetchedSection.sections(of: found, by: sectionKeyPath)
      let changes = FetchedChanges(from: oldSections, to: new, updated: updated)
      guard !changes.isEmpty else { return }
      delegate.controllerWillChangeContent(proxy)
      objects = found
      sections = new
      for change in changes.sections {
        delegate.controller(proxy, didChange: change.section, atSectionIndex: change.index, for: change.type)
      }
      for change in changes.objects {
        delegate.controller(
          proxy, didChange: change.object, at: change.old, for: change.type, newIndexPath: change.new)
      }
      if sectionKeyPath == nil {
        let difference = found.map(\.objectID).difference(from: oldObjects.map(\.objectID))
        delegate.controller(proxy, didChangeContentWith: difference)
      }
      delegate.controllerDidChangeContent(proxy)
    } catch {
      context.deferError(error)
    }
  }

  /// Whether changes of these objects can change the results: objects of the entity, or any where other objects decide.
  private func concerns(_ objects: Set<NSManagedObject>) -> Bool {
    let name = settings.entity?.name ?? settings.entityName ?? ""
    let text = settings.predicate?.formatText ?? ""
    let leadsOn =
      text.contains(".") || text.contains("ANY ") || sectionKeyPath?.contains(".") == true
      || (settings.sortDescriptors ?? []).contains { $0.key?.contains(".") ?? true }
    return leadsOn || objects.contains { object in object.entity.lineage.contains { $0.name == name } }
  }
}

private struct WeakResults: @unchecked Sendable {
  // Unchecked because it is only followed where the context is used.
  weak var object: FetchedResults?
  init(_ object: FetchedResults) { self.object = object }
}
