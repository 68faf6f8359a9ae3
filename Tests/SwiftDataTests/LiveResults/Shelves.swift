import Foundation
import SwiftData

/// Models and queries for tests of live results.
enum Shelves {
  @Model final class Volume {
    var title: String
    var year: Int
    var genre: String?
    var isLent: Bool = false
    @Attribute(.unique) var code: Int

    init(_ title: String, year: Int = 1900, genre: String? = nil, code: Int) {
      self.title = title
      self.year = year
      self.genre = genre
      self.code = code
    }
  }

  static func container() throws -> ModelContainer {
    try ModelContainer.sample(for: Volume.self) { context in
      for (number, title) in ["Emma", "Kim", "Ulysses"].enumerated() {
        context.insert(Volume(title, year: 1900 + number, genre: number == 1 ? nil : "novel", code: number))
      }
    }
  }

  /// Every form of the macro, as a screen of an app has them.
  @MainActor struct Screen {
    @Query var all: [Volume]
    @Query() private var plain: [Volume]
    @Query(animation: .default) var animated: Array<Volume>
    @Query(transaction: nil) var transacted: [Volume]
    @Query(filter: #Predicate<Volume> { !$0.isLent }) var present: [Volume]
    @Query(sort: \Volume.title) var byTitle: [Volume]
    @Query(sort: \Volume.title, order: .reverse) var backwards: [Volume]
    @Query(sort: \Volume.genre, order: .forward, animation: .easeInOut(duration: 0.2)) var byGenre: [Volume]
    @Query(filter: #Predicate<Volume> { $0.year > 1900 }, sort: \.year, order: .reverse) var late: [Volume]
    @Query(sort: [SortDescriptor(\Volume.genre), SortDescriptor(\Volume.title, order: .reverse)])
    var bySeveral: [Volume]
    @Query(Screen.two, animation: .snappy) var firstTwo: [Volume]
    @Query(sort: \Volume.title, order: .reverse, sectionBy: \.genre) var sectioned: SectionedResults<Volume, String>

    static var two: FetchDescriptor<Volume> {
      var descriptor = FetchDescriptor<Volume>(sortBy: [SortDescriptor(\.code)])
      descriptor.fetchLimit = 2
      return descriptor
    }

    var plainCount: Int { plain.count }
    var allQuery: Query<Volume, [Volume]> { _all }
    var lateQuery: Query<Volume, [Volume]> { _late }
  }

  /// A query that is made of what an initializer is given.
  @MainActor struct Search {
    @Query var volumes: [Volume]

    init(before year: Int) {
      _volumes = Query(filter: #Predicate { $0.year < year }, sort: \.title, order: .reverse)
    }
  }
}
