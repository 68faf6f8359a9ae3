import CoreData
import Foundation
import FoundationAdditions
import TestKit
import Testing

/// Gives each person a sort name.
final class PersonPolicy: NSEntityMigrationPolicy {
  nonisolated(unsafe) static var calls: [String] = []

  override func begin(_ mapping: NSEntityMapping, with manager: NSMigrationManager) throws {
    Self.calls.append("begin \(mapping.name ?? "")")
  }

  override func createDestinationInstances(
    forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {
    try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
    let made = manager.destinationInstances(forEntityMappingName: mapping.name, sourceInstances: [sInstance])
    for person in made { person.setValue("\(sInstance.value(forKey: "name") ?? "")".uppercased(), forKey: "sortName") }
    if manager.migrationProgress > 1 { manager.cancelMigrationWithError(CocoaError(.userCancelled)) }
  }

  override func end(_ mapping: NSEntityMapping, manager: NSMigrationManager) throws {
    Self.calls.append("end \(mapping.name ?? "")")
  }
}

/// Makes pages out of the title's length.
final class BookPolicy: NSEntityMigrationPolicy {
  override func value(forFunction selector: String, arguments: [Any?]) throws -> Any? {
    guard selector == "lengthOf:" else { return try super.value(forFunction: selector, arguments: arguments) }
    return "\((arguments.first as? String)?.count ?? 0)"
  }
}

final class CancellingPolicy: NSEntityMigrationPolicy {
  override func endInstanceCreation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {
    manager.cancelMigrationWithError(CocoaError(.userCancelled))
  }
}

@Suite(.serialized) struct MappingModelTests {
  private let folder: TemporaryFolder
  private let source: URL
  private let target: URL

  init() throws {
    folder = try TemporaryFolder()
    source = folder.file("Books.sqlite")
    target = folder.file("New.sqlite")
    try StoredModels.makeFirst(at: source)
    PersonPolicy.calls = []
  }

  private func migrate(_ mapping: NSMappingModel?, to model: NSManagedObjectModel, movesRows: Bool = true) throws {
    let manager = NSMigrationManager(sourceModel: StoredModels.first(), destinationModel: model)
    manager.usesStoreSpecificMigrationManager = movesRows
    try manager.migrateStore(
      from: source, sourceType: NSSQLiteStoreType, options: nil, with: mapping, toDestinationURL: target,
      destinationType: NSSQLiteStoreType, destinationOptions: nil)
  }

  /// Reading a store makes the files that SQLite needs beside it.
  private func storeNames() throws -> [String] {
    try FolderState(folder.url).names.filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }
  }

  /// By moving rows, and object by object: the same comes of it.
  @Test(arguments: [true, false]) func anInferredMapping(_ movesRows: Bool) throws {
    let mapping = try NSMappingModel.inferredMappingModel(
      forSourceModel: StoredModels.first(), destinationModel: StoredModels.second())
    let byName = mapping.entityMappingsByName
    #expect(byName.keys.sorted() == ["IEM_Transform_Book", "IEM_Transform_Person"])
    let person = try #require(byName["IEM_Transform_Person"])
    #expect(person.sourceEntityName == "Author" && person.destinationEntityName == "Person")
    #expect(person.mappingType == .transformEntityMappingType && person.attributeMappings?.map(\.name) == ["name"])
    let before = try storeNames()
    try migrate(mapping, to: StoredModels.second(), movesRows: movesRows)
    let books = try StoredModels.use(StoredModels.second(), target) {
      try StoredModels.books($0, "pages", "author.name")
    }
    #expect(books == ["Emma 3 Jane", "Kim 3 -", "Persuasion 3 Jane"])
    let names = try storeNames()
    #expect(names.filter { !$0.hasPrefix("New.sqlite") } == before)
    #expect(try StoredModels.use(StoredModels.first(), source) { try StoredModels.books($0) }.count == 3)
  }

  @Test func anInferredMappingThatWasEditedIsFollowed() throws {
    let mapping = try NSMappingModel.inferredMappingModel(
      forSourceModel: StoredModels.first(), destinationModel: StoredModels.second())
    #expect(mapping.isPlain)
    let book = try #require(mapping.entityMappingsByName["IEM_Transform_Book"])
    let title = try #require(book.attributeMappings?.first { $0.name == "title" })
    title.valueExpression = __Deprecated.Expression(format: "'edited'")
    #expect(!mapping.isPlain)
    try migrate(mapping, to: StoredModels.second())
    let books = try StoredModels.use(StoredModels.second(), target) { try StoredModels.books($0) }
    #expect(books == ["edited", "edited", "edited"])
  }

  /// A mapping that a program writes, with a policy and a function of it.
  private func ownMapping(_ policy: String) -> NSMappingModel {
    func property(_ name: String, _ expression: __Deprecated.Expression) -> NSPropertyMapping {
      let property = NSPropertyMapping()
      property.name = name
      property.valueExpression = expression
      return property
    }
    let (book, person) = (NSEntityMapping(), NSEntityMapping())
    book.name = "BookToBook"
    book.mappingType = .customEntityMappingType
    book.sourceEntityName = "Book"
    book.destinationEntityName = "Book"
    book.entityMigrationPolicyClassName = policy
    book.attributeMappings = [
      property("title", __Deprecated.Expression(format: "$source.title")),
      property("pages", __Deprecated.Expression(format: "FUNCTION($entityPolicy, 'lengthOf:', $source.title)")),
    ]
    book.relationshipMappings = [
      property(
        "author",
        __Deprecated.Expression(
          format:
            "FUNCTION($manager, 'destinationInstancesForEntityMappingNamed:sourceInstances:', 'AuthorToPerson', $source.author)"
        ))
    ]
    person.name = "AuthorToPerson"
    person.mappingType = .customEntityMappingType
    person.sourceEntityName = "Author"
    person.destinationEntityName = "Person"
    person.entityMigrationPolicyClassName = policy
    person.attributeMappings = [property("name", __Deprecated.Expression(format: "$source.name"))]
    let mapping = NSMappingModel()
    mapping.entityMappings = [person, book]
    return mapping
  }

  private static let bookPolicy = NSStringFromClass(BookPolicy.self)

  @Test func aPolicyOfTheProgramsOwn() throws {
    let mapping = ownMapping(NSStringFromClass(PersonPolicy.self))
    mapping.entityMappingsByName["BookToBook"]?.entityMigrationPolicyClassName = Self.bookPolicy
    try migrate(mapping, to: StoredModels.third())
    #expect(PersonPolicy.calls == ["begin AuthorToPerson", "end AuthorToPerson"])
    let books = try StoredModels.use(StoredModels.third(), target) {
      try StoredModels.books($0, "pages", "author.sortName")
    }
    #expect(books == ["Emma 4 JANE", "Kim 3 -", "Persuasion 10 JANE"])
  }

  @Test func aCancelledMigrationLeavesNothing() throws {
    let before = try storeNames()
    let error =
      try #require(throws: (any Error).self) {
        try migrate(ownMapping(NSStringFromClass(CancellingPolicy.self)), to: StoredModels.third())
      } as NSError
    #expect([NSMigrationCancelledError, NSEntityMigrationPolicyError].contains(error.code), "\(error)")
    #expect(try storeNames() == before)
  }

  @Test(arguments: ["no mapping", "no policy", "the same file", "another type", "a wrong source model", "not inferred"])
  func whatIsWrongIsSaid(_ what: String) throws {
    let before = try storeNames()
    let third = StoredModels.third()
    let error =
      try #require(throws: (any Error).self) {
        switch what {
        case "no mapping": try migrate(nil, to: third)
        case "no policy": try migrate(ownMapping("Nowhere.Policy"), to: third)
        case "another type":
          try NSMigrationManager(sourceModel: StoredModels.first(), destinationModel: third).migrateStore(
            from: source, type: .xml, mapping: ownMapping(""), to: target, type: .sqlite)
        case "the same file":
          try NSMigrationManager(sourceModel: StoredModels.first(), destinationModel: third).migrateStore(
            from: source, type: .sqlite, mapping: ownMapping(""), to: source, type: .sqlite)
        case "a wrong source model":
          try NSMigrationManager(sourceModel: StoredModels.second(), destinationModel: third).migrateStore(
            from: source, type: .sqlite, mapping: ownMapping(""), to: target, type: .sqlite)
        default:
          _ = try NSMappingModel.inferredMappingModel(forSourceModel: StoredModels.second(), destinationModel: third)
        }
      } as NSError
    let codes = [
      "no mapping": NSMigrationMissingMappingModelError, "no policy": NSEntityMigrationPolicyError,
      "the same file": NSMigrationManagerDestinationStoreError, "another type": NSMigrationManagerSourceStoreError,
      "a wrong source model": NSMigrationManagerSourceStoreError, "not inferred": NSInferredMappingModelError,
    ]
    #expect(error.code == codes[what], "\(error)")
    #expect(try storeNames() == before)
  }

  @Test func filesAreNotRead() {
    #expect(
      NSMappingModel(from: nil, forSourceModel: StoredModels.first(), destinationModel: StoredModels.second()) == nil)
    #expect(NSMappingModel(contentsOf: folder.file("Mapping.cdm")) == nil)
  }
}
