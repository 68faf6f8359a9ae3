import Foundation
import SwiftData
import TestKit
import Testing

/// What the blocks of this module do; each test is named by the block's document and first line.
@MainActor @Suite struct SeedRunTests {
  private func items(_ titles: String...) throws -> ModelContainer {
    try ModelContainer.sample(for: Item.self, Tag.self) { context in
      for (number, title) in titles.enumerated() {
        context.insert(Item(title: title, timestamp: Date(timeIntervalSince1970: Double(number))))
      }
    }
  }

  @Test func seed0Line157() throws {
    typealias Book = Seed0Line157.Book
    typealias Loan = Seed0Line157.Loan
    let context = try ModelContainer.sample(for: Book.self, Loan.self).mainContext
    let book = Book(title: "Kim", isbn: "1")
    context.insert(book)
    let loan = Loan(memberName: "Ada", dueAt: .now)
    context.insert(loan)
    loan.book = book
    #expect(book.loans == [loan])
    try context.save()
    context.delete(book)
    try context.save()
    #expect(loan.book == nil && !loan.isDeleted)
    #expect(try context.fetchCount(FetchDescriptor<Loan>()) == 1)
  }

  @Test func seed0Line212() throws {
    let plan = Seed0Line212.LibraryMigration.self
    #expect(plan.schemas.map { $0.versionIdentifier } == [Schema.Version(1, 0, 0), Schema.Version(2, 0, 0)])
    #expect(plan.schemas.map { $0.models.count } == [2, 3] && plan.stages.count == 1)
    let container = try ModelContainer(
      for: Schema(versionedSchema: Seed0Line212.LibraryV2.self), migrationPlan: plan,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = container.mainContext
    context.insert(Seed0Line212.LibraryV2.Book(title: "Kim", isbn: "1"))
    context.insert(Seed0Line212.LibraryV2.Shelf(code: "A"))
    try context.save()
    #expect(try context.fetch(FetchDescriptor<Seed0Line212.LibraryV2.Book>()).map(\.isArchived) == [false])
  }

  @Test func seed1Line25() throws {
    let context = try items().mainContext
    let tag = Tag(name: "a")
    context.insert(Item(title: "one", tags: [tag]))
    try context.save()
    let item = try #require(try ModelContext(context.container).fetch(FetchDescriptor<Item>()).first)
    #expect(item.title == "one" && !item.isComplete && item.tags.map(\.name) == ["a"])
  }

  @Test func seed1Line105() throws {
    let folder = try TemporaryFolder()
    ModelConfiguration.defaultFolder = folder.url
    let container = try block1Line105()
    let configuration = try #require(container.configurations.first)
    #expect(configuration.allowsSave && !configuration.isStoredInMemoryOnly)
    #expect(FileManager.default.fileExists(atPath: configuration.url.path))
    #expect(configuration.url.path.hasPrefix(folder.url.path))
    #expect(Set(container.schema.entities.map(\.name)).isSuperset(of: ["Item", "Tag"]))
  }

  @Test func seed1Line129() throws {
    let context = try items("Apples", "Pears", "apple pie").mainContext
    try context.fetch(FetchDescriptor<Item>()).first { $0.title == "Pears" }?.isComplete = true
    #expect(try block1Line129(context, "APPLE").map(\.title) == ["apple pie", "Apples"])
    #expect(try block1Line129(context, "pear").isEmpty)
  }

  @Test func seed1Line230() throws {
    let context = try items().mainContext
    try block1Line230(context)
    #expect(!context.hasChanges)
    #expect(try context.fetchCount(FetchDescriptor<Item>()) == 0)
  }

  @Test func seed1Line253() throws {
    let (first, second) = (Seed1Line253.ItemSchemaV1.self, Seed1Line253.ItemSchemaV2.self)
    #expect(first.versionIdentifier < second.versionIdentifier)
    let names = try [Schema(versionedSchema: first), Schema(versionedSchema: second)].map { schema in
      Set(try #require(schema.entitiesByName["Item"]).attributes.map(\.name))
    }
    #expect(names[1].subtracting(names[0]) == ["isComplete"])
  }

  @Test func seed1Line295() throws {
    let plan = Seed1Line253.ItemMigrationPlan.self
    #expect(plan.schemas.count == 2 && plan.stages.count == 1)
    guard case .lightweight(let from, let to) = plan.migrateV1toV2 else {
      Issue.record("the stage is lightweight")
      return
    }
    #expect(from == Seed1Line253.ItemSchemaV1.self && to == Seed1Line253.ItemSchemaV2.self)
  }

  @Test func seed1Line327() throws {
    guard case .custom(_, let to, let willMigrate, let didMigrate) = Seed1Line253.Seed1Line327.migrateV1toV2 else {
      Issue.record("the stage is custom")
      return
    }
    #expect(to == Seed1Line253.ItemSchemaV2.self)
    let context = try ModelContainer.sample(for: Seed1Line253.ItemSchemaV2.Item.self) { context in
      context.insert(Seed1Line253.ItemSchemaV2.Item(title: "a", timestamp: .now, isComplete: true))
    }.mainContext
    try willMigrate?(context)
    try didMigrate?(context)
    #expect(try context.fetch(FetchDescriptor<Seed1Line253.ItemSchemaV2.Item>()).map(\.isComplete) == [false])
    #expect(!context.hasChanges)
  }

  @Test func seed1Line408() throws {
    let context = try ModelContainer.sample(for: Seed1Line408.Item.self).mainContext
    context.insert(Seed1Line408.Item(title: "a"))
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Seed1Line408.Item>()) == 1)
  }

  @Test func seed1Line424() throws {
    let container = try items("a", "b")
    let screen = ModelContainer.withDefault(container) { Seed1Line424() }
    #expect(screen.titles.sorted() == ["a", "b"] && screen.query.fetchError == nil)
    try container.mainContext.fetch(FetchDescriptor<Item>()).first { $0.title == "a" }?.isComplete = true
    #expect(screen.titles == ["b"])
  }

  @Test func seed1Line431() throws {
    let context = try items().mainContext
    let item = block1Line431(context)
    #expect(item.title == "New" && context.insertedModelsArray.count == 1 && item.modelContext == context)
  }

  @Test func seed3Line38() throws {
    let context = try ModelContainer.sample(for: Snippet.self).mainContext
    let (folder, tag) = (Folder(name_: "f"), Tag(name: "t"))
    let snippet = Snippet(code_: "x", image: Data([1]), isFavorite: true, folder: folder, tags_: [tag])
    context.insert(snippet)
    #expect(snippet.uuid_ != nil && snippet.creationDate_ != nil)
    #expect(folder.snippets_ == [snippet] && tag.snippets_ == [snippet])
    try context.save()
    let read = try #require(try ModelContext(context.container).fetch(FetchDescriptor<Snippet>()).first)
    #expect(read.image == Data([1]) && read.folder?.name_ == "f" && read.tags_?.map(\.name) == ["t"])
    let image = try #require(Schema([Snippet.self]).entitiesByName["Snippet"]?.attributesByName["image"])
    #expect(image.options.contains(.externalStorage))
  }

  @Test func seed3Line104() throws {
    let entity = try #require(Schema([Seed3Line104.Snippet.self]).entitiesByName["Snippet"])
    #expect(entity.attributesByName["title"]?.originalName == "title_")
  }

  @Test func seed3Line277() throws {
    let context = try ModelContainer.sample(for: Snippet.self).mainContext
    let folder = Folder(name_: "f")
    Seed3Line277().run(folder)
    context.insert(folder)
    try context.save()
    Seed3Line277().run(folder)
    #expect(folder.isDeleted && context.deletedModelsArray.count == 1)
  }
}
