// swift-format-ignore-file
import CoreData

/// The user of the seeds, whose name they print.
class User: NSManagedObject {
  @NSManaged var name: String

  /// Told when the row of a user is read.
  static let wasRead = Notification.Name("User.wasRead")

  override func awakeFromFetch() {
    super.awakeFromFetch()
    NotificationCenter.default.post(name: User.wasRead, object: nil)
  }

// SEED 2:166-167
// In User entity
@NSManaged var posts: NSSet?
// END
}
