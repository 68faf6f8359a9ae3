import CoreData

/// What a user of the seeds wrote; the other end of `User.posts`, and one end of the relationship that they break off at.
class Post: NSManagedObject {
  @NSManaged var title: String
  @NSManaged var author: User?
  @NSManaged var topics: NSSet?
}
