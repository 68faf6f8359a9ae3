import SwiftData

/// Models of the fetching tests.
enum Fetching {
  enum Mood: Int, Codable, Comparable {
    case calm = 9
    case wild = 1

    // Not the order of the raw values.
    static func < (left: Mood, right: Mood) -> Bool { left.rawValue > right.rawValue }
  }

  @Model final class Owner {
    var name: String
    @Relationship(deleteRule: .nullify, inverse: \Item.owner) var items: [Item] = []

    init(name: String) { self.name = name }
  }

  @Model final class Item {
    var title: String
    var subtitle: String?
    var pages: Int
    var rating: Double?
    var published: Date?
    var inPrint: Bool
    var code: UUID
    var price: Decimal
    var mood: Mood = Mood.calm
    var owner: Owner?
    var shortTitle: String { String(title.suffix(2)) }

    init(title: String, pages: Int) {
      self.title = title
      self.pages = pages
      inPrint = false
      code = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
      price = 0
    }
  }

  static func container() throws -> (ModelContainer, RecordingStore) {
    let inner = try ModelContainer(for: Item.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let store = RecordingStore(inner.store)
    return (try ModelContainer(store: store, models: [Item.self, Owner.self]), store)
  }
}
