import SwiftData

// The seeds call SwiftData's class `Item` as they do Core Data's, which has the name in this module already.

/// Both frameworks open the same store, so that the to-manys are optional, as in `MyApp.xcdatamodeld`.
enum Seed1Line351 {
  @Model final class Item {
    var title: String
    var timestamp: Date
    var isComplete: Bool
    var tags: [Tag]?

    init(title: String, timestamp: Date = .now, isComplete: Bool = false, tags: [Tag]? = nil) {
      self.title = title
      self.timestamp = timestamp
      self.isComplete = isComplete
      self.tags = tags
    }
  }

  @Model final class Tag {
    var name: String
    @Relationship(inverse: \Item.tags) var items: [Item]?

    init(name: String) { self.name = name }
  }
}

struct Seed1Line372 {
  @Model final class Item {
    var title: String
    var timestamp: Date
    var isComplete: Bool

    init(title: String, timestamp: Date = .now, isComplete: Bool = false) {
      self.title = title
      self.timestamp = timestamp
      self.isComplete = isComplete
    }
  }
}
