public import Foundation
package import ModelDescription

/// Which objects to fetch, and how.
///
/// The type of the results is not constrained: without Objective-C no protocol type conforms to itself, and
/// `NSFetchRequest<any NSFetchRequestResult>` has to exist.
open class NSFetchRequest<ResultType>: NSPersistentStoreRequest {
  package final var settings = FetchSettings()

  public init() { super.init(.fetchRequestType) }

  /// A request for an entity by its name, which is looked up where the request is used.
  public convenience init(entityName: String) {
    self.init()
    settings.entityName = entityName
  }

  /// The same request for results of another type.
  package convenience init(_ settings: FetchSettings, stores: [NSPersistentStore]? = nil) {
    self.init()
    self.settings = settings
    affectedStores = stores
  }

  package convenience init(template: FetchTemplateDescription) { self.init(FetchSettings(template)) }

  open var entity: NSEntityDescription? {
    get { settings.entity }
    set { settings.entity = newValue }
  }

  open var entityName: String? { settings.entity?.name ?? settings.entityName }

  open var predicate: NSPredicate? {
    get { settings.predicate }
    set { settings.predicate = newValue }
  }

  open var sortDescriptors: [NSSortDescriptor]? {
    get { settings.sortDescriptors }
    set { settings.sortDescriptors = newValue }
  }

  /// 0 for no limit.
  open var fetchLimit: Int {
    get { settings.fetchLimit }
    set { settings.fetchLimit = newValue }
  }

  open var fetchOffset: Int {
    get { settings.fetchOffset }
    set { settings.fetchOffset = newValue }
  }

  /// 0 for all at once.
  open var fetchBatchSize: Int {
    get { settings.fetchBatchSize }
    set { settings.fetchBatchSize = newValue }
  }

  open var resultType: NSFetchRequestResultType {
    get { settings.resultType }
    set { settings.resultType = newValue }
  }

  open var includesSubentities: Bool {
    get { settings.includesSubentities }
    set { settings.includesSubentities = newValue }
  }

  open var includesPropertyValues: Bool {
    get { settings.includesPropertyValues }
    set { settings.includesPropertyValues = newValue }
  }

  open var includesPendingChanges: Bool {
    get { settings.includesPendingChanges }
    set { settings.includesPendingChanges = newValue }
  }

  open var returnsObjectsAsFaults: Bool {
    get { settings.returnsObjectsAsFaults }
    set { settings.returnsObjectsAsFaults = newValue }
  }

  open var returnsDistinctResults: Bool {
    get { settings.returnsDistinctResults }
    set { settings.returnsDistinctResults = newValue }
  }

  open var shouldRefreshRefetchedObjects: Bool {
    get { settings.shouldRefreshRefetchedObjects }
    set { settings.shouldRefreshRefetchedObjects = newValue }
  }

  open var relationshipKeyPathsForPrefetching: [String]? {
    get { settings.relationshipKeyPathsForPrefetching }
    set { settings.relationshipKeyPathsForPrefetching = newValue }
  }

  /// Names, property descriptions or expression descriptions.
  open var propertiesToFetch: [Any]? {
    get { settings.propertiesToFetch }
    set { settings.propertiesToFetch = newValue }
  }

  open var propertiesToGroupBy: [Any]? {
    get { settings.propertiesToGroupBy }
    set { settings.propertiesToGroupBy = newValue }
  }

  open var havingPredicate: NSPredicate? {
    get { settings.havingPredicate }
    set { settings.havingPredicate = newValue }
  }

  open override func copy(with zone: NSZone? = nil) -> Any {
    NSFetchRequest<ResultType>(settings, stores: affectedStores)
  }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? any SettledFetch else { return false }
    return other === self || settings == other.settings && affectedStores == other.affectedStores
  }

  open override var hash: Int { entityName.hashValue }

  open override var description: String {
    let name = entityName ?? "without an entity"
    return "<NSFetchRequest: \(name)\(predicate.map { " where \($0.formatText)" } ?? "")>"
  }

  // MARK: for models

  /// As a template of a model.
  package final func template(named name: String) -> FetchTemplateDescription { settings.template(named: name) }

  /// A copy that knows its entity by name only: in a copy of the model it is another object.
  package final func inOtherModel() -> NSFetchRequest<ResultType> {
    var settings = settings
    settings.entityName = entityName
    settings.entity = nil
    return NSFetchRequest(settings)
  }
}

/// A fetch request, whatever type its results have.
package protocol SettledFetch: NSPersistentStoreRequest {
  var settings: FetchSettings { get set }
}

extension SettledFetch {
  /// The settings with the request's stores, as it is run.
  package var settled: FetchSettings {
    var settings = settings
    settings.stores = affectedStores
    return settings
  }
}

extension NSFetchRequest: SettledFetch {}

extension FetchSettings: Equatable {
  package static func == (left: FetchSettings, right: FetchSettings) -> Bool {
    left.template(named: "") == right.template(named: "")
      && left.predicate == right.predicate && left.havingPredicate == right.havingPredicate
      && left.sortDescriptors == right.sortDescriptors && left.fetchOffset == right.fetchOffset
      && left.shouldRefreshRefetchedObjects == right.shouldRefreshRefetchedObjects
      && left.relationshipKeyPathsForPrefetching == right.relationshipKeyPathsForPrefetching
      && names(left.propertiesToFetch) == names(right.propertiesToFetch)
      && names(left.propertiesToGroupBy) == names(right.propertiesToGroupBy)
  }

  private static func names(_ properties: [Any]?) -> [String]? {
    properties?.map { PropertyNames.name(of: $0) }
  }
}
