public import Foundation

/// What a store answers a request with.
open class NSPersistentStoreResult: NSObject {
  package override init() {}
}

/// The answer to a request whose results come later.
open class NSPersistentStoreAsynchronousResult: NSPersistentStoreResult {
  private let context: NSManagedObjectContext
  package final var failure: (any Error)?
  private let steps: Progress?

  package init(context: NSManagedObjectContext, progress: Progress?) {
    self.context = context
    steps = progress
  }

  open var managedObjectContext: NSManagedObjectContext { context }
  open var operationError: (any Error)? { failure }
  open var progress: Progress? { steps }

  open func cancel() { steps?.cancel() }
}

/// The results of an asynchronous fetch.
open class NSAsynchronousFetchResult<ResultType>: NSPersistentStoreAsynchronousResult {
  private let request: NSAsynchronousFetchRequest<ResultType>
  package final var results: [ResultType]?

  package init(
    request: NSAsynchronousFetchRequest<ResultType>, context: NSManagedObjectContext, progress: Progress? = nil
  ) {
    self.request = request
    super.init(context: context, progress: progress)
  }

  open var fetchRequest: NSAsynchronousFetchRequest<ResultType> { request }

  /// `nil` until the fetch has ended, and after one that failed.
  open var finalResult: [ResultType]? { results }
}
