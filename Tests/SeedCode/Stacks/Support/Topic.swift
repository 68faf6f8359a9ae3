import CoreData

/// What posts are about: a post has many topics, and a topic many posts.
class Topic: NSManagedObject {
  @NSManaged var name: String
  @NSManaged var posts: NSSet?
}
