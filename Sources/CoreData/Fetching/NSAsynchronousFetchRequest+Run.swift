import Foundation

extension NSAsynchronousFetchRequest: ExecutableRequest {
  /// Fetches on the context's queue, after the call returns.
  func run(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
    let progress = Progress(totalUnitCount: 1)
    let result = NSAsynchronousFetchResult(request: self, context: context, progress: progress)
    let settings = fetchRequest.settled
    context.perform { [self] in
      if progress.isCancelled {
        result.failure = CocoaError(.userCancelled)
      } else {
        do {
          result.results = try context.results(settings).compactMap { $0 as? ResultType }
        } catch {
          result.failure = error
        }
      }
      progress.completedUnitCount = 1
      completion?(result)
    }
    return result
  }
}
