import CoreData
import Foundation
import ModelDescription
import ObjectGraph
import SQLiteStore
import SwiftData
import TestKit
import Testing

/// The model of a Core Data app: ordered, abstract, derived, bounded, with a fetched property and a template.
private func unsaid(_ change: (inout ModelDescription) -> Void = { _ in }) -> ModelDescription {
  var model = ModelDescription(
    entities: [
      EntityDescription(
        name: "Shelf",
        attributes: [
          .init(name: "label", type: .string, validation: AttributeValidation(minimumLength: 2, maximumLength: 9)),
          .init(name: "count", type: .integer64, derivation: DerivationDescription(expression: "books.@count")),
        ],
        relationships: [
          .init(name: "books", destinationEntityName: "Work", inverseName: "shelf", isToMany: true, isOrdered: true)
        ],
        fetchedProperties: [
          .init(
            name: "long", request: FetchTemplateDescription(name: "long", entityName: "Work", predicate: "pages > 9"))
        ]),
      EntityDescription(
        name: "Work", isAbstract: true,
        attributes: [
          .init(name: "pages", type: .integer64, validation: AttributeValidation(maximum: .integer(5000))),
          .init(name: "title", type: .string),
        ],
        relationships: [.init(name: "shelf", destinationEntityName: "Shelf", inverseName: "books", isToMany: false)]),
      EntityDescription(name: "Novel", superentityName: "Work"),
    ], fetchTemplates: [FetchTemplateDescription(name: "all", entityName: "Novel")])
  change(&model)
  return model
}

private enum V1: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Shelf.self, Work.self, Novel.self] }
  static var versionIdentifier: Schema.Version { .init(1, 0, 0) }
  @Model final class Shelf {
    var label: String
    var count: Int
    @Relationship(inverse: \Work.shelf) var books: [Work] = []
    init(label: String) { (self.label, count) = (label, 0) }
  }
  @Model class Work {
    var pages: Int
    var title: String
    var shelf: Shelf?
    init(title: String, pages: Int) { (self.title, self.pages) = (title, pages) }
  }
  @Model final class Novel: Work {
    override init(title: String, pages: Int) { super.init(title: title, pages: pages) }
  }
}

private enum V2: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Shelf.self, Work.self, Novel.self] }
  static var versionIdentifier: Schema.Version { .init(2, 0, 0) }
  @Model final class Shelf {
    var label: String
    var count: Int
    var room: String = "hall"
    @Relationship(inverse: \Work.shelf) var books: [Work] = []
    init(label: String) { (self.label, count) = (label, 0) }
  }
  @Model class Work {
    var pages: Int
    var title: String
    var language: String?
    var shelf: Shelf?
    init(title: String, pages: Int) { (self.title, self.pages) = (title, pages) }
  }
  @Model final class Novel: Work {
    override init(title: String, pages: Int) { super.init(title: title, pages: pages) }
  }
}

/// What the derived attribute is derived from has another name.
private enum Renamed: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Shelf.self, Work.self, Novel.self] }
  static var versionIdentifier: Schema.Version { .init(3, 0, 0) }
  @Model final class Shelf {
    var label: String
    var count: Int
    var room: String = "hall"
    @Relationship(originalName: "books", inverse: \Work.shelf) var works: [Work] = []
    init(label: String) { (self.label, count) = (label, 0) }
  }
  @Model class Work {
    var pages: Int
    var title: String
    var shelf: Shelf?
    init(title: String, pages: Int) { (self.title, self.pages) = (title, pages) }
  }
  @Model final class Novel: Work {
    override init(title: String, pages: Int) { super.init(title: title, pages: pages) }
  }
}

private enum Plan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: V1.self, toVersion: V2.self,
        willMigrate: { context in
          for novel in try context.fetch(FetchDescriptor<V1.Novel>()) { novel.title += "!" }
        },
        didMigrate: { context in
          let former = try context.migrationSource?.fetchCount(FetchDescriptor<V1.Novel>())
          for novel in try context.fetch(FetchDescriptor<V2.Novel>()) { novel.language = "of \(former ?? 0)" }
        })
    ]
  }
}

private enum Twin: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Shelf.self, Work.self, Novel.self] }
  static var versionIdentifier: Schema.Version { .init(1, 5, 0) }
  @Model final class Shelf {
    var label: String
    var count: Int
    @Relationship(inverse: \Work.shelf) var books: [Work] = []
    init(label: String) { (self.label, count) = (label, 0) }
  }
  @Model class Work {
    var pages: Int
    @Attribute(hashModifier: "2") var title: String
    var shelf: Shelf?
    init(title: String, pages: Int) { (self.title, self.pages) = (title, pages) }
  }
  @Model final class Novel: Work {
    override init(title: String, pages: Int) { super.init(title: title, pages: pages) }
  }
}

private enum TwinPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [V1.self, Twin.self, V2.self] }
  static var stages: [MigrationStage] { [] }
}

/// Facts that no class can say: what becomes of them when the store of a Core Data app migrates to classes.
@Suite struct UnsaidFactsTests {
  private let folder: TemporaryFolder
  private let url: URL

  init() throws {
    folder = try TemporaryFolder()
    url = folder.file("Shelves.sqlite")
  }

  /// Two shelves; the first has its novels in an order of its own.
  private func make(_ change: (inout ModelDescription) -> Void = { _ in }) throws {
    let model = NSManagedObjectModel(unsaid(change))
    try StoredModels.use(model, url) { context in
      let shelf = NSEntityDescription.insertNewObject(forEntityName: "Shelf", into: context)
      shelf.setValue("S1", forKey: "label")
      var novels: [NSManagedObject] = []
      for (index, title) in ["Emma", "Kim", "Ada"].enumerated() {
        let novel = NSEntityDescription.insertNewObject(forEntityName: "Novel", into: context)
        novel.setValue(title, forKey: "title")
        novel.setValue(index + 8, forKey: "pages")
        novels.append(novel)
      }
      shelf.setValue(NSOrderedSet(array: [novels[2], novels[0], novels[1]]), forKey: "books")
      NSEntityDescription.insertNewObject(forEntityName: "Shelf", into: context).setValue("S2", forKey: "label")
      try context.save()
    }
  }

  private func open(
    _ version: any VersionedSchema.Type, _ plan: (any SchemaMigrationPlan.Type)? = nil
  ) throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: Schema(versionedSchema: version), migrationPlan: plan, configurations: ModelConfiguration(url: url)))
  }

  /// The order of the first shelf's novels, by Core Data, which knows it.
  private func order() throws -> [String] {
    let model = try #require(SQLiteStore.description(of: url.path).readableModel)
    return try StoredModels.use(NSManagedObjectModel(model.description), url) { context in
      let request = NSFetchRequest<NSManagedObject>(entityName: "Shelf")
      request.predicate = NSPredicate(format: "label == %@", "S1")
      let members = try context.fetch(request).first?.value(forKey: "books") as? NSOrderedSet
      return members?.compactMap { ($0 as? NSManagedObject)?.value(forKey: "title") as? String } ?? []
    }
  }

  private func checkKept() throws {
    let kept = try #require(SQLiteStore.description(of: url.path).readableModel)
    let (shelf, work) = (try #require(kept.entity(named: "Shelf")), try #require(kept.entity(named: "Work")))
    #expect(work.description.isAbstract)
    #expect(shelf.description.relationships.first { $0.name == "books" }?.isOrdered == true)
    let label = shelf.description.attributes.first { $0.name == "label" }
    #expect(label?.validation == AttributeValidation(minimumLength: 2, maximumLength: 9))
    #expect(shelf.description.attributes.first { $0.name == "count" }?.derivation?.expression == "books.@count")
    #expect(work.description.attributes.first { $0.name == "pages" }?.validation.maximum == .integer(5000))
    #expect(shelf.description.fetchedProperties.map(\.name) == ["long"])
    #expect(kept.description.fetchTemplates.map(\.name) == ["all"])
    #expect(kept.description.entity(named: "Shelf")?.attributes.contains { $0.name == "room" } == true)
    #expect(kept.versionHashes() == (try SQLiteStore.description(of: url.path).metadata.hashes))
  }

  @Test func whatNoClassCanSayIsKeptAndTold() throws {
    try make()
    let told = try ContainerLog.messages(about: url.path) {
      let context = try open(V2.self)
      let shelves = try context.fetch(FetchDescriptor<V2.Shelf>(sortBy: [SortDescriptor(\.label)]))
      #expect(shelves.map(\.count) == [3, 0] && shelves.map(\.room) == ["hall", "hall"])
      #expect(shelves[0].books.map(\.title) == ["Ada", "Emma", "Kim"])
    }
    try checkKept()
    #expect(try order() == ["Ada", "Emma", "Kim"])
    for fact in [
      "Shelf.books: ordered", "Work: abstract", "Shelf.count: derived from books.@count",
      "Shelf.label: at least 2 characters, at most 9 characters", "Work.pages: at most 5000",
      "Shelf.long: a fetched property", "all: a fetch request",
    ] {
      #expect(
        told.contains { $0.text.contains("kept, since no class says it: \(fact)") }, "\(fact): \(told.map(\.text))")
    }
    // What the model demands goes on to hold: the derived count follows.
    let context = try open(V2.self)
    let novel = V2.Novel(title: "New", pages: 3)
    context.insert(novel)
    novel.shelf = try context.fetch(FetchDescriptor<V2.Shelf>(predicate: #Predicate { $0.label == "S2" })).first
    try context.save()
    let again = try open(V2.self)
    #expect(try again.fetch(FetchDescriptor<V2.Shelf>(sortBy: [SortDescriptor(\.label)])).map(\.count) == [3, 1])
  }

  @Test func whatCannotBeKeptIsTold() throws {
    try make()
    _ = try open(Renamed.self)
    #expect(
      Notice.wasShown(
        "the migration of \(url.path) could not keep Shelf.count: derived from books.@count, where books is not called so"
          + " any more"))
    #expect(
      Notice.wasShown("the migration of \(url.path) could not keep long") == false)
    let model = try #require(SQLiteStore.description(of: url.path).readableModel)
    let shelf = try #require(model.entity(named: "Shelf")).description
    #expect(shelf.attributes.first { $0.name == "count" }?.derivation == nil)
    #expect(shelf.relationships.first { $0.name == "works" }?.isOrdered == true)
    #expect(try open(Renamed.self).fetchCount(FetchDescriptor<Renamed.Novel>()) == 3)
  }

  // MARK: a plan's start

  /// No version describes the store exactly, since none can be ordered or abstract; the first fits it.
  @Test func theVersionThatFitsIsTheStart() throws {
    try make()
    let told = try ContainerLog.messages(about: url.path) {
      let context = try open(V2.self, Plan.self)
      let novels = try context.fetch(FetchDescriptor<V2.Novel>(sortBy: [SortDescriptor(\.title)]))
      #expect(novels.map(\.title) == ["Ada!", "Emma!", "Kim!"])
      #expect(Set(novels.map(\.language)) == ["of 3"])
    }
    #expect(told.contains { $0.text.contains("1.0.0 (V1) to 2.0.0 (V2) (custom stage)") }, "\(told.map(\.text))")
    try checkKept()
    #expect(try order() == ["Ada!", "Emma!", "Kim!"])
    // From now on the last version fits, and nothing runs again.
    let again = try open(V2.self, Plan.self)
    #expect(try again.fetch(FetchDescriptor<V2.Novel>(sortBy: [SortDescriptor(\.title)])).map(\.title).first == "Ada!")
  }

  /// Another modifier than either version's.
  @Test func twoVersionsThatFitAlikeAreNamed() throws {
    try make { $0.entities[1].attributes[1].versionHashModifier = "other" }
    let before = try FolderState(folder.url)
    let error = try #require(throws: SwiftDataError.self) { try open(V2.self, TwinPlan.self) }
    #expect("\(error)".contains("fits 1.0.0 (V1) and 1.5.0 (Twin) of TwinPlan alike"), "\(error)")
    #expect(try FolderState(folder.url) == before)
  }

  @Test func theNearerOfTwoThatFitIsTheStart() throws {
    try make { $0.entities[1].attributes[1].versionHashModifier = "2" }
    let told = try ContainerLog.messages(about: url.path) {
      let count = try open(V2.self, TwinPlan.self).fetchCount(FetchDescriptor<V2.Novel>())
      #expect(count == 3)
    }
    #expect(told.contains { $0.text.contains("1.5.0 (Twin) to 2.0.0 (V2) (inferred)") }, "\(told.map(\.text))")
  }
}
