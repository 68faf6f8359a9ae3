import Foundation
import SwiftData
import TestKit
import Testing

/// Rows that others delete, which relationships here name: saved ones, unsaved ones, and those set too late.
@Suite struct DepartedModelTests {
  enum Link: String, CaseIterable, Sendable {
    case oneWay, oneToOne, oneToMany, manyToMany
  }

  enum Way: String, CaseIterable, Sendable {
    /// Another context of the container, a batch of it, a container of its own on the file.
    case context, batch, otherContainer
  }

  private let folder: TemporaryFolder
  private let container: ModelContainer
  private let mine: ModelContext

  init() throws {
    folder = try TemporaryFolder()
    container = try Self.open(folder)
    mine = ModelContext(container)
    mine.autosaveEnabled = false
  }

  private static func open(_ folder: TemporaryFolder) throws -> ModelContainer {
    try ModelContainer(
      for: Ctx.Publisher.self, Ctx.Issue.self, Ctx.Topic.self, Ctx.Member.self, Ctx.Card.self, Ctx.Note.self,
      Ctx.Pin.self, configurations: ModelConfiguration(url: folder.file("Departed.store")))
  }

  /// Owners, and what goes and stays of each kind.
  private struct Library {
    let pin = Ctx.Pin(label: "p")
    let member = Ctx.Member("Ada", "L", age: 1)
    let publisher = Ctx.Publisher(name: "P")
    let issue = Ctx.Issue(number: 1)
    let note: Ctx.Note
    let card = Ctx.Card(code: 5)
    let issues = [Ctx.Issue(number: 2), Ctx.Issue(number: 3)]
    let topics = [Ctx.Topic(word: "gone"), Ctx.Topic(word: "kept")]

    init(_ context: ModelContext) throws {
      note = try Ctx.Note(text: "n", topic: nil)
      for model in [pin, member, publisher, issue, note, card] as [any PersistentModel] { context.insert(model) }
      for model in issues + topics as [any PersistentModel] { context.insert(model) }
      try context.save()
    }

    func connect(_ link: Link) {
      switch link {
      case .oneWay: pin.note = note
      case .oneToOne: member.card = card
      case .oneToMany: publisher.issues = issues
      case .manyToMany: issue.topics = topics
      }
    }

    func gone(_ link: Link) -> any PersistentModel {
      switch link {
      case .oneWay: note
      case .oneToOne: card
      case .oneToMany: issues[0]
      case .manyToMany: topics[0]
      }
    }

    func touch(_ link: Link) {
      switch link {
      case .oneWay: pin.label = "changed"
      case .oneToOne: member.age = 2
      case .oneToMany: publisher.city = "C"
      case .manyToMany: issue.title = "T"
      }
    }
  }

  /// What the relationship leads to.
  private func shown(_ link: Link, _ library: Library) -> [String] {
    switch link {
    case .oneWay: library.pin.note.map { [$0.text] } ?? []
    case .oneToOne: library.member.card.map { ["\($0.code)"] } ?? []
    case .oneToMany: library.publisher.issues.map { "\($0.number)" }.sorted()
    case .manyToMany: library.issue.topics.map(\.word).sorted()
    }
  }

  private func expected(_ link: Link) -> [String] {
    switch link {
    case .oneWay, .oneToOne: []
    case .oneToMany: ["3"]
    case .manyToMany: ["kept"]
    }
  }

  private func stored(_ link: Link) throws -> [String] {
    let reader = ModelContext(container)
    switch link {
    case .oneWay: return try reader.fetch(FetchDescriptor<Ctx.Pin>()).compactMap { $0.note?.text }
    case .oneToOne: return try reader.fetch(FetchDescriptor<Ctx.Member>()).compactMap { $0.card.map { "\($0.code)" } }
    case .oneToMany:
      return try reader.fetch(FetchDescriptor<Ctx.Publisher>()).flatMap { $0.issues.map { "\($0.number)" } }.sorted()
    case .manyToMany:
      let issues = try reader.fetch(FetchDescriptor<Ctx.Issue>(predicate: #Predicate { $0.number == 1 }))
      return issues.flatMap { $0.topics.map(\.word) }.sorted()
    }
  }

  /// Deletes what goes elsewhere.
  private func delete(_ link: Link, _ way: Way) throws {
    let other = ModelContext(way == .otherContainer ? try Self.open(folder) : container)
    func run<Model: PersistentModel>(_ descriptor: FetchDescriptor<Model>, _ predicate: Predicate<Model>?) throws {
      if way == .batch { return try other.delete(model: Model.self, where: predicate) }
      var descriptor = descriptor
      descriptor.predicate = predicate
      for model in try other.fetch(descriptor) { other.delete(model) }
      try other.save()
    }
    switch link {
    case .oneWay: try run(FetchDescriptor<Ctx.Note>(), nil)
    case .oneToOne: try run(FetchDescriptor<Ctx.Card>(), nil)
    case .oneToMany: try run(FetchDescriptor<Ctx.Issue>(), #Predicate { $0.number == 2 })
    case .manyToMany: try run(FetchDescriptor<Ctx.Topic>(), #Predicate { $0.word == "gone" })
    }
    if way == .batch { try other.save() }
  }

  /// Others' saves are told on threads of their own, and taken in at the context's next call.
  private func wait(_ condition: () -> Bool) -> Bool {
    let end = Date().addingTimeInterval(60)
    while Date() < end {
      mine.processPendingChanges()
      if condition() { return true }
      Thread.sleep(forTimeInterval: 0.002)
    }
    return false
  }

  @Test(arguments: Link.allCases, Way.allCases) func savedRelationshipsLetItGo(_ link: Link, _ way: Way) throws {
    let library = try Library(mine)
    library.connect(link)
    try mine.save()
    try delete(link, way)
    #expect(wait { library.gone(link).isDeleted })
    #expect(shown(link, library) == expected(link) && !mine.hasChanges)
    library.touch(link)
    try mine.save()
    #expect(shown(link, library) == expected(link))
    #expect(try stored(link) == expected(link))
  }

  @Test(arguments: Link.allCases, Way.allCases) func unsavedRelationshipsLetItGo(_ link: Link, _ way: Way) throws {
    let library = try Library(mine)
    library.connect(link)
    try delete(link, way)
    #expect(wait { library.gone(link).isDeleted })
    #expect(shown(link, library) == expected(link))
    try mine.save()
    #expect(shown(link, library) == expected(link) && !mine.hasChanges)
    #expect(try stored(link) == expected(link))
  }

  /// Who goes on holding the model and sets it into a relationship has it taken out by the save.
  @Test(arguments: Link.allCases) func whatIsSetTooLateIsNotSaved(_ link: Link) throws {
    let library = try Library(mine)
    try delete(link, .context)
    #expect(wait { library.gone(link).isDeleted })
    library.connect(link)
    try mine.save()
    #expect(shown(link, library) == expected(link) && !mine.hasChanges)
    #expect(try stored(link) == expected(link))
  }
}
