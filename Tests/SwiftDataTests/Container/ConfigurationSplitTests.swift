import SQLiteDriver
import SwiftData
import TestKit
import Testing

private enum Split {
  @Model final class Author {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Work.author) var works: [Work] = []
    init(name: String) { self.name = name }
  }

  @Model final class Work {
    var title: String
    var author: Author?
    var mentions: [Topic] = []
    init(title: String) { self.title = title }
  }

  @Model final class Topic {
    var word: String
    @Relationship(inverse: \Work.mentions) var works: [Work] = []
    init(word: String) { self.word = word }
  }

  /// Sorts before the others, so that numbers differ in the two stores.
  @Model final class Activity {
    var what: String
    var count: Int
    init(what: String, count: Int = 0) {
      self.what = what
      self.count = count
    }
  }

  @Model final class Visit {
    var at: Date
    var activity: Activity?
    init(at: Date) { self.at = at }
  }

  static let all = Schema([Author.self, Activity.self, Visit.self])
  static let library = Schema([Author.self])
  static let log = Schema([Visit.self])
}

@Suite struct ConfigurationSplitTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func container(_ schema: Schema = Split.all) throws -> ModelContainer {
    try ModelContainer(
      for: schema,
      configurations: [
        ModelConfiguration("Library", schema: Split.library, url: folder.file("Library.store")),
        ModelConfiguration("Log", schema: Split.log, url: folder.file("Log.store")),
      ])
  }

  private func sql(_ statement: String, _ file: String) throws -> String? {
    try Connection(path: folder.file(file).path, mode: .untouched).text(statement)
  }

  @Test func eachModelLiesInItsStore() throws {
    do {
      let context = ModelContext(try container())
      context.author = "tester"
      let author = Split.Author(name: "Ada")
      context.insert(author)
      let work = Split.Work(title: "Notes")
      author.works.append(work)
      let topic = Split.Topic(word: "engine")
      context.insert(topic)
      work.mentions = [topic]
      let activity = Split.Activity(what: "read", count: 1)
      context.insert(activity)
      let visit = Split.Visit(at: Date(timeIntervalSinceReferenceDate: 0))
      context.insert(visit)
      visit.activity = activity
      context.insert(Split.Activity(what: "write", count: 2))
      try context.save()
      #expect(work.persistentModelID.storeIdentifier != activity.persistentModelID.storeIdentifier)
      work.title = "Notes on the engine"
      activity.count += 10
      try context.save()
    }
    #expect(
      try sql("SELECT group_concat(Z_NAME) FROM Z_PRIMARYKEY WHERE Z_ENT < 16000", "Library.store")
        == "Author,Topic,Work")
    #expect(
      try sql("SELECT group_concat(Z_NAME) FROM Z_PRIMARYKEY WHERE Z_ENT < 16000", "Log.store") == "Activity,Visit")
    #expect(try sql("SELECT Z_ENT || ZTITLE FROM ZWORK", "Library.store") == "3Notes on the engine")
    #expect(try sql("SELECT group_concat(Z_ENT || ZWHAT || ZCOUNT) FROM ZACTIVITY", "Log.store") == "1read11,1write2")
    for file in ["Library.store", "Log.store"] {
      #expect(try sql("PRAGMA integrity_check", file) == "ok")
      #expect(try sql("SELECT count(*) FROM ATRANSACTION", file) == "2")
    }

    let context = ModelContext(try container())
    let works = try context.fetch(FetchDescriptor<Split.Work>(predicate: #Predicate { $0.author?.name == "Ada" }))
    #expect(works.map(\.title) == ["Notes on the engine"] && works.first?.mentions.map(\.word) == ["engine"])
    let activity = try #require(
      try context.fetch(FetchDescriptor<Split.Activity>(predicate: #Predicate { $0.count > 5 })).first)
    let id = activity.persistentModelID
    let visits = try context.fetch(
      FetchDescriptor<Split.Visit>(predicate: #Predicate { $0.activity?.persistentModelID == id }))
    #expect(visits.count == 1 && visits.first?.activity === activity)
    let decoded = try JSONDecoder().decode(PersistentIdentifier.self, from: JSONEncoder().encode(id))
    let registered: Split.Activity? = context.registeredModel(for: decoded)
    #expect(registered === activity)
    #expect(try context.fetchIdentifiers(FetchDescriptor<Split.Visit>()) == visits.map(\.persistentModelID))
  }

  @Test func aSaveReachesBothStoresOrNone() throws {
    let context = ModelContext(try container())
    context.insert(Split.Author(name: "Ada"))
    context.insert(Split.Visit(at: .distantPast))
    try context.save()
    try Connection(path: folder.file("Log.store").path, mode: .readWrite).execute("DROP TABLE ZVISIT")
    let author = try #require(try context.fetch(FetchDescriptor<Split.Author>()).first)
    author.name = "Grace"
    context.insert(Split.Work(title: "Compilers"))
    context.insert(Split.Visit(at: .distantFuture))
    #expect(throws: (any Error).self) { try context.save() }
    #expect(try sql("SELECT ZNAME FROM ZAUTHOR", "Library.store") == "Ada")
    #expect(try sql("SELECT count(*) FROM ZWORK", "Library.store") == "0")
    #expect(context.hasChanges && author.name == "Grace")
  }

  @Test func historyTellsBothStores() throws {
    let container = try container()
    let context = ModelContext(container)
    context.insert(Split.Author(name: "Ada"))
    try context.save()
    context.insert(Split.Activity(what: "read"))
    try context.save()
    let all = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    #expect(
      all.map(\.storeIdentifier)
        == [
          container.storeIdentifier(forConfigurationNamed: "Library"),
          container.storeIdentifier(forConfigurationNamed: "Log"),
        ].compactMap { $0 })
    let token = try #require(all.first?.token)
    let later = try context.fetchHistory(
      HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token > token }))
    #expect(later == all.suffix(1))
    try container.erase()
    #expect(try context.fetchCount(FetchDescriptor<Split.Author>()) == 0)
    #expect(try context.fetchCount(FetchDescriptor<Split.Activity>()) == 0)
  }

  @Test func theRestGoesToTheConfigurationWithoutSchema() throws {
    let container = try ModelContainer(
      for: Split.all,
      configurations: [
        ModelConfiguration("Rest", url: folder.file("Rest.store")),
        ModelConfiguration("Log", schema: Split.log, url: folder.file("Log.store")),
      ])
    let context = ModelContext(container)
    context.insert(Split.Topic(word: "x"))
    try context.save()
    #expect(try sql("SELECT count(*) FROM ZTOPIC", "Rest.store") == "1")
    #expect(container.configurations.count == 2)
  }

  private struct Refusal {
    let configurations: [ModelConfiguration]
    let error: SwiftDataError
    let words: [String]
  }

  private static func memory(_ name: String?, _ schema: Schema? = nil) -> ModelConfiguration {
    ModelConfiguration(name, schema: schema, isStoredInMemoryOnly: true)
  }

  private static var refusals: [Refusal] {
    let file = URL(fileURLWithPath: "/tmp/never-made.store")
    return [
      Refusal(
        configurations: [memory(nil, Split.library), memory(nil, Split.log)], error: .duplicateConfiguration,
        words: ["default"]),
      Refusal(
        configurations: [
          ModelConfiguration("A", schema: Split.library, url: file),
          ModelConfiguration("B", schema: Split.log, url: file),
        ], error: .duplicateConfiguration, words: ["A and B", "never-made.store"]),
      Refusal(configurations: [memory("A"), memory("B")], error: .loadIssueModelContainer, words: ["A, B", "schema"]),
      Refusal(
        configurations: [memory("A", Split.library)], error: .loadIssueModelContainer, words: ["Activity, Visit"]),
      Refusal(
        configurations: [memory("A", Split.all), memory("B", Split.log)], error: .loadIssueModelContainer,
        words: ["Visit is in two configurations, A and B"]),
      Refusal(
        configurations: [memory("A", Split.all), memory("B")], error: .loadIssueModelContainer,
        words: ["B holds no model"]),
      Refusal(
        configurations: [
          memory("A", Schema(Split.all.entitiesByName["Author"] ?? Schema.Entity("Author"))), memory("B"),
        ], error: .loadIssueModelContainer, words: ["Author.works", "from the configuration A to Work in B"]),
      Refusal(
        configurations: [memory("A", Schema([Shop.Book.self]))], error: .configurationSchemaNotFoundInContainerSchema,
        words: ["A has Book, Loan"]),
      Refusal(
        configurations: [ModelConfiguration("a/b")], error: .configurationFileNameContainsInvalidCharacters,
        words: ["a/b"]),
      Refusal(
        configurations: [ModelConfiguration(String(repeating: "x", count: 300))], error: .configurationFileNameTooLong,
        words: ["306 bytes"]),
    ]
  }

  @Test func whatDoesNotGoTogetherIsRefusedByName() throws {
    for refusal in Self.refusals {
      let error = #expect(throws: (any Error).self) {
        try ModelContainer(for: Split.all, configurations: refusal.configurations)
      }
      #expect(error as? SwiftDataError == refusal.error, "\(error as Any)")
      for words in refusal.words { #expect("\(error as Any)".contains(words), "\(error as Any)") }
    }
    #expect(!FileManager.default.fileExists(atPath: "/tmp/never-made.store"))
  }
}
