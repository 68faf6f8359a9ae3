import Foundation
import ObjectGraph
import StoreContract

/// Some of a fetch's results, whose rows are read together when the first of them is asked.
///
/// Apple's array makes its objects batch by batch; an array of Swift's has them from the beginning, as faults that know
/// their batch.
final class FetchBatch {
  private weak var context: NSManagedObjectContext?
  private var keys: [RowKey]
  private let settings: FetchSettings

  init(_ context: NSManagedObjectContext, _ keys: [RowKey], _ settings: FetchSettings) {
    self.context = context
    self.keys = keys
    self.settings = settings
  }

  /// Reads the rows of those that are still faults and still there, and what the fetch prefetches of them.
  func load() {
    let waiting = keys
    keys = []
    guard let context, let graph = context.graphIfAny else { return }
    let faults = waiting.filter { key in
      (graph.registered(entity: key.entity, key: key.primaryKey) as? NSManagedObject)?._$ref.flags.contains(.fault)
        == true
    }
    guard !faults.isEmpty else { return }
    do {
      // What waits to be thrown is for a call of the user's.
      try graph.withoutDeferredError {
        let objects = try graph.objects(with: faults, fillsFaults: true).compactMap { $0 as? NSManagedObject }
        let run = try FetchRun(settings, context)
        for path in settings.relationshipKeyPathsForPrefetching ?? [] { try run.prefetch(path, objects) }
      }
    } catch {
      graph.deferError(error)
    }
  }
}
