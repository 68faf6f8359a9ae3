package import Foundation
import FoundationAdditions
package import ModelDescription

/// Everything that a fetch request says, whatever type its results have.
package struct FetchSettings {
  package var entity: NSEntityDescription?
  package var entityName: String?
  package var predicate: NSPredicate?
  package var sortDescriptors: [NSSortDescriptor]?
  package var fetchLimit = 0
  package var fetchOffset = 0
  package var fetchBatchSize = 0
  package var resultType = NSFetchRequestResultType.managedObjectResultType
  package var includesSubentities = true
  package var includesPropertyValues = true
  package var includesPendingChanges = true
  package var returnsObjectsAsFaults = true
  package var returnsDistinctResults = false
  package var shouldRefreshRefetchedObjects = false
  package var relationshipKeyPathsForPrefetching: [String]?
  package var propertiesToFetch: [Any]?
  package var propertiesToGroupBy: [Any]?
  package var havingPredicate: NSPredicate?
  /// The stores to look in, when a request is run; all for `nil`.
  package var stores: [NSPersistentStore]?
  /// What a model's file says, with the predicate that was made of its text.
  private var origin: FetchTemplateDescription?
  private var originalPredicate: NSPredicate?

  package init() {}

  // MARK: the way from and to descriptions

  package init(_ template: FetchTemplateDescription) {
    entityName = template.entityName
    predicate = template.predicate.map { ModelText.predicate($0) }
    fetchLimit = template.fetchLimit
    fetchBatchSize = template.fetchBatchSize
    for flag in Self.flags { self[keyPath: flag.path] = template.options[flag.name].map { $0 == "YES" } ?? flag.normal }
    resultType = Self.resultType(in: template)
    origin = template
    originalPredicate = predicate
  }

  package func template(named name: String) -> FetchTemplateDescription {
    var result = origin ?? FetchTemplateDescription(name: name, entityName: "")
    result.name = name
    result.entityName = entity?.name ?? entityName ?? ""
    if origin == nil || predicate !== originalPredicate { result.predicate = predicate?.formatText }
    result.fetchLimit = fetchLimit
    result.fetchBatchSize = fetchBatchSize
    for flag in Self.flags {
      let value = self[keyPath: flag.path]
      if value != result.options[flag.name].map({ $0 == "YES" }) ?? flag.normal {
        result.options[flag.name] = value == flag.normal ? nil : value ? "YES" : "NO"
      }
    }
    if resultType != Self.resultType(in: result) {
      result.options["resultType"] = resultType == [] ? nil : String(resultType.rawValue)
    }
    return result
  }

  private static func resultType(in template: FetchTemplateDescription) -> NSFetchRequestResultType {
    NSFetchRequestResultType(rawValue: template.options["resultType"].flatMap { UInt($0) } ?? 0)
  }

  private struct Flag {
    let name: String
    let path: WritableKeyPath<FetchSettings, Bool>
    let normal: Bool
  }

  /// By the names that `.xcdatamodel` files have for them (CoreDataPlus).
  private static var flags: [Flag] {
    [
      Flag(name: "includeSubentities", path: \.includesSubentities, normal: true),
      Flag(name: "includePropertyValues", path: \.includesPropertyValues, normal: true),
      Flag(name: "includesPendingChanges", path: \.includesPendingChanges, normal: true),
      Flag(name: "returnObjectsAsFaults", path: \.returnsObjectsAsFaults, normal: true),
      Flag(name: "returnDistinctResults", path: \.returnsDistinctResults, normal: false),
    ]
  }
}
