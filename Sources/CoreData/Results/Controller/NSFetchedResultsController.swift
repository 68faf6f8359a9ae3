public import Foundation

/// The results of a fetch in sections, kept current with the context's changes.
open class NSFetchedResultsController<ResultType>: NSObject {
  private let state: FetchedResults
  private let request: NSFetchRequest<ResultType>
  /// What delegates get.
  private let proxy: NSFetchedResultsController<any NSFetchRequestResult>?

  public init(
    fetchRequest: NSFetchRequest<ResultType>, managedObjectContext context: NSManagedObjectContext,
    sectionNameKeyPath: String?, cacheName name: String?
  ) {
    request = fetchRequest
    state = FetchedResults(context, sectionNameKeyPath, cacheName: name)
    let proxy = NSFetchedResultsController<any NSFetchRequestResult>(sharing: state, fetchRequest.settings)
    self.proxy = proxy
    state.proxy = proxy
    super.init()
    if let type = ResultType.self as? NSManagedObject.Type { ManagedClasses.register(type) }
  }

  /// The form of a controller that delegates get: without Objective-C a typed one is not one of
  /// `any NSFetchRequestResult`.
  private init(sharing state: FetchedResults, _ settings: FetchSettings) {
    self.state = state
    request = NSFetchRequest<ResultType>(settings)
    proxy = nil
  }

  open var fetchRequest: NSFetchRequest<ResultType> { request }
  open var managedObjectContext: NSManagedObjectContext { state.context }
  open var sectionNameKeyPath: String? { state.sectionKeyPath }
  open var cacheName: String? { state.cacheName }

  /// Who is told of changes; without one the results stay as they were fetched.
  open var delegate: (any NSFetchedResultsControllerDelegate)? {
    get { state.delegate }
    set { state.delegate = newValue }
  }

  /// Fetches, and from then on follows the context.
  ///
  /// - Throws: an error for a request without sort descriptors.
  open func performFetch() throws { try state.fetch(request.settings) }

  /// Nothing is cached.
  open class func deleteCache(withName name: String?) {}

  open var fetchedObjects: [ResultType]? { state.objects?.compactMap { $0 as? ResultType } }

  /// The object there; a path without one stops the program, as with Apple's framework.
  open func object(at indexPath: IndexPath) -> ResultType {
    guard let object = state.object(at: indexPath) as? ResultType else {
      preconditionFailure("The results have no object at \(indexPath), or nothing was fetched yet.")
    }
    return object
  }

  open func indexPath(forObject object: ResultType) -> IndexPath? {
    (object as? NSManagedObject).flatMap { state.indexPath(of: $0) }
  }

  open var sections: [any NSFetchedResultsSectionInfo]? { state.sections }

  /// The letter that stands for a section.
  open func sectionIndexTitle(forSectionName sectionName: String) -> String? {
    sectionName.first.map { $0.uppercased() }
  }

  open var sectionIndexTitles: [String] {
    var titles: [String] = []
    for section in state.sections ?? [] {
      let title = state.title(of: section.name) ?? sectionIndexTitle(forSectionName: section.name)
      if let title, !titles.contains(title) { titles.append(title) }
    }
    return titles
  }

  open func section(forSectionIndexTitle title: String, at sectionIndex: Int) -> Int {
    let sections = state.sections ?? []
    return sections.firstIndex {
      (state.title(of: $0.name) ?? sectionIndexTitle(forSectionName: $0.name)) == title
    } ?? min(max(0, sectionIndex), max(0, sections.count - 1))
  }
}

/// A section of results.
public protocol NSFetchedResultsSectionInfo {
  var name: String { get }
  var indexTitle: String? { get }
  var numberOfObjects: Int { get }
  var objects: [Any]? { get }
}

public enum NSFetchedResultsChangeType: UInt, Hashable, Sendable {
  case insert = 1
  case delete = 2
  case move = 3
  case update = 4
}

/// Who is told of changes of results. Every method may be left out.
public protocol NSFetchedResultsControllerDelegate: NSObjectProtocol {
  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChangeContentWith diff: CollectionDifference<NSManagedObjectID>)
  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
    at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?)
  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
    for type: NSFetchedResultsChangeType)
  func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>)
  func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>)
  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    sectionIndexTitleForSectionName sectionName: String
  ) -> String?
}

extension NSFetchedResultsControllerDelegate {
  public func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
  ) {}
  public func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
    at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
  ) {}
  public func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
    for type: NSFetchedResultsChangeType
  ) {}
  public func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {}
  public func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {}
  public func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    sectionIndexTitleForSectionName sectionName: String
  ) -> String? { nil }
}
