public import Foundation

public typealias NSPersistentStoreAsynchronousFetchResultCompletionBlock = (
  NSAsynchronousFetchResult<any NSFetchRequestResult>
) -> Void

/// A fetch whose results come later.
open class NSAsynchronousFetchRequest<ResultType>: NSPersistentStoreRequest {
  private let request: NSFetchRequest<ResultType>
  /// Called with the results in the type they were asked for.
  package let completion: ((NSAsynchronousFetchResult<ResultType>) -> Void)?

  open var estimatedResultCount = 0

  public init(
    fetchRequest request: NSFetchRequest<ResultType>,
    completionBlock blk: ((NSAsynchronousFetchResult<ResultType>) -> Void)? = nil
  ) {
    self.request = request
    completion = blk
    super.init(.fetchRequestType)
    affectedStores = request.affectedStores
  }

  open var fetchRequest: NSFetchRequest<ResultType> { request }

  /// The block of a request for `any NSFetchRequestResult`; a typed one is called with its own type.
  open var completionBlock: NSPersistentStoreAsynchronousFetchResultCompletionBlock? {
    completion as? NSPersistentStoreAsynchronousFetchResultCompletionBlock
  }

  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSAsynchronousFetchRequest(fetchRequest: request, completionBlock: completion)
    copy.estimatedResultCount = estimatedResultCount
    return copy
  }
}
