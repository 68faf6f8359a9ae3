import Foundation
package import ModelDescription

/// A one-way relationship that a fetch request computes; `$FETCH_SOURCE` stands for the object in its predicate.
open class NSFetchedPropertyDescription: NSPropertyDescription {
  private var request: NSFetchRequest<any NSFetchRequestResult>?
  /// What a model's file says and no property here does; the rest of it is not looked at.
  package final var origin: FetchedPropertyDescription?

  public override init() {}

  open var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? {
    get { request }
    set { change { request = newValue } }
  }

  package override func emptyCopy() -> NSPropertyDescription { NSFetchedPropertyDescription() }

  package override func take(from other: NSPropertyDescription) {
    super.take(from: other)
    guard let other = other as? NSFetchedPropertyDescription else { return }
    request = other.request?.inOtherModel()
    origin = other.origin
  }

  package override func saysSame(as other: NSPropertyDescription) -> Bool {
    guard let other = other as? NSFetchedPropertyDescription else { return false }
    return fetchedDescription() == other.fetchedDescription()
  }

  // MARK: the way from and to descriptions

  package final func take(_ description: FetchedPropertyDescription) {
    take(name: description.name, isOptional: description.isOptional, userInfo: description.userInfo)
    request = description.request.map { NSFetchRequest(template: $0) }
    origin = description
  }

  package final func fetchedDescription() -> FetchedPropertyDescription {
    var result = origin ?? FetchedPropertyDescription(name: name, request: nil)
    result.name = name
    result.isOptional = isOptional
    result.userInfo = UserInfo(any: userInfo)
    // Compiled models have no place for the request's name; this is the one that Xcode writes.
    result.request = request?.template(named: origin?.request?.name ?? "fetchedPropertyFetchRequest")
    return result
  }
}
