import CoreData

/// The tag that items of the seeds have, which no seed spells out.
class Tag: NSManagedObject {
  @NSManaged var name: String
  @NSManaged var items: NSSet?
}
