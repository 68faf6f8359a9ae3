import Foundation
import FoundationAdditions
import ModelDescription
import ModelFiles
import ObjectGraph
import TestKit
import Testing

@testable import CoreData

/// Shouts the text of each note.
final class ShoutingPolicy: NSEntityMigrationPolicy {
  override func createDestinationInstances(
    forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {
    try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
    for made in manager.destinationInstances(forEntityMappingName: mapping.name, sourceInstances: [sInstance]) {
      made.setValue("\(made.value(forKey: "text") ?? "")!", forKey: "text")
    }
  }
}

/// Mapping models in `.xcmappingmodel` files.
@Suite struct MappingFileTests {
  private let folder: TemporaryFolder
  private let notes = NoteMapping()
  private let source: URL
  private let target: URL

  init() throws {
    folder = try TemporaryFolder()
    (source, target) = (folder.file("Notes.sqlite"), folder.file("New.sqlite"))
  }

  private func migrate(_ mapping: NSMappingModel) throws -> [String] {
    try notes.makeStore(at: source)
    let (first, second) = (NSManagedObjectModel(notes.first), NSManagedObjectModel(notes.second))
    try NSMigrationManager(sourceModel: first, destinationModel: second).migrateStore(
      from: source, sourceType: NSSQLiteStoreType, with: mapping, toDestinationURL: target,
      destinationType: NSSQLiteStoreType)
    return try NoteMapping.use(second, target) { try notes.contents($0) }
  }

  @Test func aFileIsReadAndFollowed() throws {
    let file = try notes.write(named: "One to two", in: folder.url)
    let mapping = try #require(NSMappingModel(contentsOf: file))
    #expect(mapping.entityMappings.map(\.name) == ["NoteToAttachment", "NoteToNote"])
    let attachment = try #require(mapping.entityMappingsByName["NoteToAttachment"])
    #expect(attachment.mappingType == .transformEntityMappingType)
    #expect(attachment.sourceEntityName == "Note" && attachment.destinationEntityName == "Attachment")
    #expect(attachment.sourceEntityVersionHash == NSManagedObjectModel(notes.first).entityVersionHashesByName["Note"])
    #expect(
      attachment.destinationEntityVersionHash
        == NSManagedObjectModel(notes.second).entityVersionHashesByName["Attachment"])
    #expect(
      attachment.attributeMappings?.compactMap { $0.valueExpression.map { "\($0)" } } == [
        "$source.image", "uppercase:(\"png\")",
      ])
    #expect(try migrate(mapping) == NoteMapping.migrated)
  }

  @Test func aPolicyIsFoundByItsName() throws {
    var description = notes.description
    description.entityMappings[1].policyClassName = NSStringFromClass(ShoutingPolicy.self)
    let mapping = try #require(NSMappingModel(contentsOf: try notes.write(description, named: "P", in: folder.url)))
    #expect(mapping.entityMappings[1].mappingType == .customEntityMappingType)
    #expect(try migrate(mapping) == ["a!: 1 PNG", "b!: ", "c!: 300000 PNG"])
  }

  @Test func aPolicyThatIsNotThereIsNamed() throws {
    var description = notes.description
    description.entityMappings[1].policyClassName = "App.MissingPolicy"
    let mapping = try #require(NSMappingModel(contentsOf: try notes.write(description, named: "P", in: folder.url)))
    #expect {
      _ = try migrate(mapping)
    } throws: { error in
      (error as NSError).code == NSEntityMigrationPolicyError && "\(error)".contains("App.MissingPolicy")
    }
    #expect(!FileManager.default.fileExists(atPath: target.path))
  }

  /// A value would be missing, so the migration ends with an error; another expression, or none, is the program's word.
  @Test func anExpressionThatCannotBeReadIsAnErrorWhenItRuns() throws {
    var description = notes.description
    description.entityMappings[1].attributes[0].expression = .unread(Data("odd".utf8), reason: "")
    let file = try notes.write(description, named: "Odd", in: folder.url)
    let mapping = try #require(NSMappingModel(contentsOf: file))
    let property = try #require(mapping.entityMappings[1].attributeMappings?.first)
    #expect(property.valueExpression == nil)
    #expect {
      _ = try migrate(mapping)
    } throws: { "\($0)".contains("NoteToNote.text has an expression that cannot be read") }
    try FileManager.default.removeItem(at: source)
    property.valueExpression = __Deprecated.Expression(format: "$source.text")
    #expect(try migrate(mapping) == NoteMapping.migrated)
  }

  @Test func aSourceExpressionOfAnotherFormIsRefused() throws {
    let mapping = try #require(NSMappingModel(contentsOf: try notes.write(named: "One", in: folder.url)))
    mapping.entityMappings[0].sourceExpression = __Deprecated.Expression(format: "{1, 2}")
    #expect {
      _ = try migrate(mapping)
    } throws: { "\($0)".contains("The source expression of the mapping NoteToAttachment is none that can be followed") }
    try FileManager.default.removeItem(at: source)
    mapping.entityMappings[0].sourceExpression = __Deprecated.Expression(
      format: "FUNCTION($manager, 'fetchRequestForSourceEntityNamed:predicateString:', 'Note', 'text == \"c\"')")
    #expect(try migrate(mapping) == ["a: ", "b: ", "c: 300000 PNG"])
  }

  /// A relationship to an entity leads to objects of its subentities, which another entity mapping makes.
  @Test func linksToSubentitiesAreKept() throws {
    func model(_ title: String) -> ModelDescription {
      var shelf = EntityDescription(name: "Shelf", attributes: [AttributeDescription(name: title, type: .string)])
      shelf.relationships = [
        RelationshipDescription(name: "items", destinationEntityName: "Item", inverseName: "shelf", isToMany: true)
      ]
      var item = EntityDescription(name: "Item", attributes: [AttributeDescription(name: "code", type: .string)])
      item.relationships = [
        RelationshipDescription(name: "shelf", destinationEntityName: "Shelf", inverseName: "items", isToMany: false)
      ]
      return ModelDescription(entities: [shelf, item, EntityDescription(name: "Book", superentityName: "Item")])
    }
    let (first, second) = (model("title"), model("name"))
    let code = [PropertyMappingDescription("code")]
    let description = MappingModelDescription(
      source: MappedModel(model: first), destination: MappedModel(model: second),
      entityMappings: [
        EntityMappingDescription(
          from: "Shelf", to: "Shelf", attributes: [PropertyMappingDescription("name", .format("$source.title"))],
          relationships: [PropertyMappingDescription("items")]),
        EntityMappingDescription(from: "Item", to: "Item", attributes: code),
        EntityMappingDescription(from: "Book", to: "Book", attributes: code),
      ])
    let mapping = try #require(NSMappingModel(contentsOf: try notes.write(description, named: "S", in: folder.url)))
    try NoteMapping.use(NSManagedObjectModel(first), source) { context in
      let shelf = NSEntityDescription.insertNewObject(forEntityName: "Shelf", into: context)
      shelf.setValue("s", forKey: "title")
      for (entity, code) in [("Item", "i"), ("Book", "b")] {
        let item = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
        item.setValue(code, forKey: "code")
        item.setValue(shelf, forKey: "shelf")
      }
      try context.save()
    }
    try NSMigrationManager(
      sourceModel: NSManagedObjectModel(first), destinationModel: NSManagedObjectModel(second)
    ).migrateStore(
      from: source, sourceType: NSSQLiteStoreType, with: mapping, toDestinationURL: target,
      destinationType: NSSQLiteStoreType)
    let items = try NoteMapping.use(NSManagedObjectModel(second), target) { context in
      let shelf = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Shelf")).first
      return (shelf?.value(forKey: "items") as? Set<NSManagedObject> ?? []).map {
        "\($0.entity.name ?? "") \($0.value(forKey: "code") ?? "")"
      }
    }
    #expect(items.sorted() == ["Book b", "Item i"])
  }

  // MARK: Search

  @Test func theMappingWithTheModelsHashesIsChosen() throws {
    let bundle = folder.file("App.bundle")
    var other = notes.description
    other.source.model?.entities[0].attributes[0].isOptional = true
    _ = try notes.write(other, named: "A", in: bundle)
    _ = try notes.write(named: "B", in: bundle)
    let (first, second) = (NSManagedObjectModel(notes.first), NSManagedObjectModel(notes.second))
    let bundles = [try #require(Bundle(path: bundle.path))]
    let found = NSMappingModel(from: bundles, forSourceModel: first, destinationModel: second)
    #expect(found?.entityMappings.count == 2)
    #expect(found?.entityMappings[0].sourceEntityVersionHash == first.entityVersionHashesByName["Note"])
    // The other way round there is none, and a line says of which entities the hashes differ.
    #expect(NSMappingModel(from: bundles, forSourceModel: second, destinationModel: first) == nil)
    let reasons = ["A", "B"].map { name in
      "\(bundle.path)/\(name).xcmappingmodel: other version hashes: Note of the source, "
        + "Attachment of the destination, which has no such entity, Note of the destination"
    }
    #expect(Notice.wasShown("no mapping model fits the two models: \(reasons.joined(separator: "; "))"))
    #expect(NSMappingModel(from: bundles, forSourceModel: nil, destinationModel: second) == nil)
  }

  @Test func filesThatCannotBeReadAreNamed() throws {
    let compiled = folder.file("Two.cdm")
    try Data("bplist00".utf8).write(to: compiled)
    #expect(NSMappingModel(contentsOf: compiled) == nil)
    #expect(NSMappingModel(contentsOf: nil) == nil)
    #expect(
      Notice.wasShown(
        "no mapping model is read: \(compiled.path): is a compiled mapping model, whose form is not known here; take the "
          + ".xcmappingmodel that it was compiled from"))
    var alone = notes.description
    alone.source.model = nil
    let file = try notes.write(alone, named: "Alone", in: folder.url)
    #expect(NSMappingModel(contentsOf: file) == nil)
    #expect(
      Notice.wasShown(
        "no mapping model is read from \(file.path): it has no copy of its source model that can be read, which its "
          + "meaning follows from"))
  }

  // MARK: Automatic migration

  private func options(infers: Bool) -> [AnyHashable: Any] {
    [
      NSMigratePersistentStoresAutomaticallyOption: NSNumber(value: true),
      NSInferMappingModelAutomaticallyOption: NSNumber(value: infers),
    ]
  }

  private func compiledIn(_ notes: NoteMapping) throws {
    let data = try MappingModelWriter.write(notes.description)
    __CompiledModels.addMapping(name: "Of \(notes.note)", module: "App") { data }
  }

  /// A mapping model goes before inference, which would drop the images here.
  @Test(arguments: [true, false]) func aStoreThatOpensMigratesByTheMappingModel(_ infers: Bool) throws {
    let notes = NoteMapping("Automatic\(infers ? 1 : 2)")
    try compiledIn(notes)
    try notes.makeStore(at: source)
    var metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: source)
    let identifier = metadata[NSStoreUUIDKey] as? String
    metadata["Own"] = "kept"
    try NSPersistentStoreCoordinator.setMetadata(metadata, type: .sqlite, at: source)
    let second = NSManagedObjectModel(notes.second)
    let contents = try NoteMapping.use(second, source, options: options(infers: infers)) { try notes.contents($0) }
    #expect(contents == NoteMapping.migrated)
    let after = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: source)
    #expect(after[NSStoreUUIDKey] as? String == identifier && after["Own"] as? String == "kept")
    #expect(after[NSStoreModelVersionHashesKey] as? [String: Data] == second.entityVersionHashesByName)
    // It opens without a migration from now on; of the large image one file is left.
    #expect(try NoteMapping.use(second, source) { try notes.contents($0) } == NoteMapping.migrated)
    let files = FileManager.default.enumerator(atPath: folder.url.path)?.compactMap { $0 as? String } ?? []
    #expect(files.filter { $0.contains("_EXTERNAL_DATA/") }.count == 1, "\(files)")
  }

  @Test func withoutAMappingModelNothingIsMigratedUnlessInferred() throws {
    let notes = NoteMapping("Unmapped")
    try notes.makeStore(at: source)
    #expect {
      try NoteMapping.use(NSManagedObjectModel(notes.second), source, options: options(infers: false)) { _ in }
    } throws: { ($0 as NSError).code == NSMigrationMissingMappingModelError && "\($0)".contains(notes.note) }
    #expect(
      try NoteMapping.use(NSManagedObjectModel(notes.first), source) {
        try $0.count(for: NSFetchRequest<NSManagedObject>(entityName: notes.note))
      } == 3)
  }

  /// What goes wrong leaves the store as it was.
  @Test func aFailedMigrationLeavesTheStore() throws {
    let notes = NoteMapping("Failing")
    var description = notes.description
    description.entityMappings[0].attributes.removeLast()
    let data = try MappingModelWriter.write(description)
    __CompiledModels.addMapping(name: "Failing", module: "App") { data }
    try notes.makeStore(at: source)
    let before = try FolderState(folder.url).names
    // Each attachment must have a kind, and no mapping gives it one.
    #expect {
      try NoteMapping.use(NSManagedObjectModel(notes.second), source, options: options(infers: true)) { _ in }
    } throws: { (1550...1680).contains(($0 as NSError).code) || ($0 as NSError).code == 1560 }
    #expect(try FolderState(folder.url).names == before)
    #expect(
      try NoteMapping.use(NSManagedObjectModel(notes.first), source) {
        try $0.count(for: NSFetchRequest<NSManagedObject>(entityName: notes.note))
      } == 3)
  }
}
