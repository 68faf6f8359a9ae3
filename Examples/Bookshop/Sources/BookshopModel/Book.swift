public import CoreData

/// A printed book, with its chapters in their order.
public class Book: Publication {
  @NSManaged public var pages: Int32
  @NSManaged public var cover: Data?
  @NSManaged public var chapters: NSOrderedSet

  @NSManaged public func addToChapters(_ value: Chapter)
  @NSManaged public func insertIntoChapters(_ value: Chapter, at idx: Int)
  @NSManaged public func removeFromChapters(at idx: Int)

  public var headings: [String] { chapters.compactMap { ($0 as? Chapter)?.heading } }
}

/// A recording.
public class AudioBook: Publication {
  @NSManaged public var minutes: Int32
  @NSManaged public var narrator: String?
}
