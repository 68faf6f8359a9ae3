public import Foundation

/// An object of an entity.
///
/// Only the name stands here, for what refers to objects: an object cannot be made yet.
open class NSManagedObject: NSObject, NSFetchRequestResult {
  package override init() {}
}
