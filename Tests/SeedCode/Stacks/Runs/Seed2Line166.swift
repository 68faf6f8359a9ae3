// swift-format-ignore-file
import CoreData

/// The user of the seeds, whose name they print.
class User: NSManagedObject {
  @NSManaged var name: String

// SEED 2:166-167
// In User entity
@NSManaged var posts: NSSet?
// END
}
