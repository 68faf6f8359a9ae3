import Foundation
import ModelDescription
import TestKit
import Testing

@testable import CoreData

/// Models made and changed in code.
@Suite struct ModelEditingTests {
  /// Authors and books, as programs make models in code.
  static func library() -> NSManagedObjectModel {
    let author = NSEntityDescription()
    author.name = "Author"
    author.managedObjectClassName = "Author"
    let book = NSEntityDescription()
    book.name = "Book"
    let novel = NSEntityDescription()
    novel.name = "Novel"

    let name = attribute("name", .stringAttributeType)
    let title = attribute("title", .stringAttributeType)
    title.isOptional = false
    title.defaultValue = "untitled"
    let pages = attribute("pages", .integer32AttributeType)
    pages.defaultValue = 12
    pages.setValidationPredicates(
      [NSPredicate(format: "SELF >= 1"), NSPredicate(format: "SELF <= 9000")],
      withValidationWarnings: ["too few", "too many"])
    let genre = attribute("genre", .stringAttributeType)

    let books = NSRelationshipDescription()
    books.name = "books"
    books.destinationEntity = book
    books.deleteRule = .cascadeDeleteRule
    let writer = NSRelationshipDescription()
    writer.name = "author"
    writer.destinationEntity = author
    writer.maxCount = 1
    books.inverseRelationship = writer
    writer.inverseRelationship = books

    author.properties = [name, books]
    book.properties = [title, pages, writer]
    book.uniquenessConstraints = [[title]]
    book.indexes = [
      NSFetchIndexDescription(
        name: "byPages", elements: [NSFetchIndexElementDescription(property: pages, collationType: .binary)])
    ]
    novel.properties = [genre]
    book.subentities = [novel]
    let model = NSManagedObjectModel()
    model.entities = [author, book]
    model.versionIdentifiers = ["1.0"]
    return model
  }

  static func attribute(_ name: String, _ type: NSAttributeType) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    attribute.name = name
    attribute.attributeType = type
    return attribute
  }

  @Test func aModelMadeInCodeResolves() throws {
    let model = Self.library()
    let description = try model.modelDescription()
    #expect(description.entities.map(\.name) == ["Author", "Book", "Novel"])
    #expect(description.entity(named: "Novel")?.superentityName == "Book")
    let book = try #require(description.entity(named: "Book"))
    let pages = try #require(book.attributes.first { $0.name == "pages" })
    #expect(pages.validation == AttributeValidation(minimum: .integer(1), maximum: .integer(9000)))
    #expect(pages.defaultValue == .integer(12))
    #expect(book.uniquenessConstraints == [["title"]])
    #expect(book.indexes == [FetchIndexDescription(name: "byPages", elements: [.init(propertyName: "pages")])])
    let writer = try #require(book.relationships.first)
    #expect(writer.inverseName == "books")
    #expect(!writer.isToMany)
    let resolved = try model.resolved()
    #expect(resolved.versionHashes().keys.sorted() == ["Author", "Book", "Novel"])
    #expect(model.versionIdentifiers == ["1.0"])
    #expect(model.versionChecksum == resolved.versionChecksum())
  }

  @Test func inheritedPropertiesAreFoundByName() throws {
    let model = Self.library()
    let novel = try #require(model.entitiesByName["Novel"])
    let book = try #require(model.entitiesByName["Book"])
    #expect(novel.properties.map(\.name) == ["title", "pages", "author", "genre"])
    #expect(novel.attributesByName.keys.sorted() == ["genre", "pages", "title"])
    #expect(novel.relationshipsByName.keys.sorted() == ["author"])
    #expect(novel.propertiesByName["title"]?.entity === book)
    #expect(novel.superentity === book)
    #expect(book.subentitiesByName["Novel"] === novel)
    #expect(novel.isKindOf(entity: book))
    #expect(!book.isKindOf(entity: novel))
    // Setting the list with an addition leaves the inherited ones where they are.
    novel.properties += [Self.attribute("series", .stringAttributeType)]
    #expect(try model.modelDescription().entity(named: "Novel")?.attributes.map(\.name) == ["genre", "series"])
    let author = try #require(model.entitiesByName["Author"])
    #expect(novel.relationships(forDestination: author).map(\.name) == ["author"])
    #expect(author.relationships(forDestination: novel).map(\.name) == ["books"])
  }

  @Test func subentitiesJoinTheModelOfTheirParent() throws {
    let model = Self.library()
    let poem = NSEntityDescription()
    poem.name = "Poem"
    model.entitiesByName["Novel"]?.subentities = [poem]
    #expect(poem.managedObjectModel === model)
    #expect(model.entities.map(\.name) == ["Author", "Book", "Novel", "Poem"])
    #expect(poem.attributesByName.keys.sorted() == ["genre", "pages", "title"])
    #expect(try model.resolved().entity(named: "Poem")?.fields.count == 4)
  }

  @Test func namesSpeakForThePresentOnesUntilGiven() throws {
    let book = try #require(Self.library().entitiesByName["Book"])
    #expect(book.renamingIdentifier == "Book")
    #expect(book.managedObjectClassName == "NSManagedObject")
    let title = try #require(book.attributesByName["title"])
    #expect(title.renamingIdentifier == "title")
    title.renamingIdentifier = "caption"
    #expect(title.renamingIdentifier == "caption")
    #expect(title.attributeValueClassName == "NSString")
    #expect(title.type == .string)
    title.type = .integer16
    #expect(title.attributeType == .integer16AttributeType)
  }

  @Test func renamingAnEntityCarriesToRelationships() throws {
    let model = NSManagedObjectModel(try Self.library().modelDescription())
    let book = try #require(model.entitiesByName["Book"])
    book.name = "Volume"
    #expect(model.entitiesByName["Volume"] === book)
    let author = try #require(try model.modelDescription().entity(named: "Author"))
    #expect(author.relationships.map(\.destinationEntityName) == ["Volume"])
  }

  @Test func copiesAreEqualAndApart() throws {
    let model = Self.library()
    let copy = try #require(model.copy() as? NSManagedObjectModel)
    #expect(copy == model)
    #expect(copy.hash == model.hash)
    #expect(try copy.modelDescription() == model.modelDescription())
    let author = try #require(copy.entitiesByName["Author"])
    #expect(author !== model.entitiesByName["Author"])
    #expect(author.relationshipsByName["books"]?.destinationEntity === copy.entitiesByName["Book"])
    #expect(author.relationshipsByName["books"]?.inverseRelationship?.entity === copy.entitiesByName["Book"])
    author.name = "Writer"
    #expect(copy != model)
    #expect(model.entitiesByName["Writer"] == nil)
  }

  @Test func configurationsAndTemplatesComeBack() throws {
    let model = Self.library()
    let author = try #require(model.entitiesByName["Author"])
    model.setEntities([author], forConfigurationName: "People")
    #expect(model.configurations == ["People"])
    #expect(model.entities(forConfigurationName: "People") == [author])
    #expect(model.entities(forConfigurationName: nil)?.count == 3)
    #expect(model.entities(forConfigurationName: "Nobody") == nil)

    let template = NSFetchRequest<any NSFetchRequestResult>(entityName: "Book")
    template.predicate = NSPredicate(format: "title == $TITLE AND pages > 10")
    template.fetchLimit = 3
    template.returnsObjectsAsFaults = false
    model.setFetchRequestTemplate(template, forName: "byTitle")
    let description = try model.modelDescription()
    #expect(
      description.fetchTemplates == [
        FetchTemplateDescription(
          name: "byTitle", entityName: "Book", predicate: "title == $TITLE AND pages > 10", fetchLimit: 3,
          options: ["returnObjectsAsFaults": "NO"])
      ])
    let again = NSManagedObjectModel(description)
    let request = try #require(
      again.fetchRequestFromTemplate(withName: "byTitle", substitutionVariables: ["TITLE": "Emma"]))
    #expect(request.predicate == NSPredicate(format: "title == %@ AND pages > 10", "Emma"))
    #expect(request.entity === again.entitiesByName["Book"])
    #expect(request.fetchLimit == 3)
    #expect(!request.returnsObjectsAsFaults)
    #expect(again.fetchRequestTemplate(forName: "byTitle")?.predicate?.formatText == "title == $TITLE AND pages > 10")
    #expect(again.fetchRequestTemplatesByName.keys.sorted() == ["byTitle"])
    #expect(again.fetchRequestFromTemplate(withName: "none", substitutionVariables: [:]) == nil)
    again.setFetchRequestTemplate(nil, forName: "byTitle")
    #expect(again.fetchRequestTemplatesByName.isEmpty)
  }

  @Test func derivedCompositeAndFetchedProperties() throws {
    let model = Self.library()
    let author = try #require(model.entitiesByName["Author"])
    let count = NSDerivedAttributeDescription()
    count.name = "bookCount"
    count.attributeType = .integer64AttributeType
    count.derivationExpression = __Deprecated.Expression(format: "books.@count")
    let address = NSCompositeAttributeDescription()
    address.name = "address"
    address.elements = [Self.attribute("city", .stringAttributeType), Self.attribute("zip", .integer32AttributeType)]
    let long = NSFetchedPropertyDescription()
    long.name = "longBooks"
    let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Book")
    request.predicate = NSPredicate(format: "author == $FETCH_SOURCE AND pages > 500")
    long.fetchRequest = request
    author.properties += [count, address, long]
    let description = try model.modelDescription()
    let entity = try #require(description.entity(named: "Author"))
    #expect(entity.attributes.map(\.name) == ["name", "bookCount", "address"])
    let derived = try #require(entity.attributes.first { $0.name == "bookCount" })
    #expect(derived.isReadOnly)
    #expect(DerivationText.canonical(derived.derivation?.expression ?? "") == "count:(books)")
    #expect(entity.attributes.last?.elements.map(\.name) == ["city", "zip"])
    #expect(entity.fetchedProperties.first?.request?.predicate == "author == $FETCH_SOURCE AND pages > 500")
    let hashes = try ResolvedModel(description).versionHashes()
    #expect(NSManagedObjectModel(description).entityVersionHashesByName == hashes)
    #expect(author.versionHash == hashes["Author"])
  }

  @Test func storesCompareByHash() throws {
    let model = Self.library()
    let metadata: [String: Any] = [NSStoreModelVersionHashesKey: model.entityVersionHashesByName]
    #expect(model.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
    let other = try #require(model.copy() as? NSManagedObjectModel)
    other.entitiesByName["Book"]?.versionHashModifier = "2"
    #expect(!other.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
    #expect(!model.isConfiguration(withName: nil, compatibleWithStoreMetadata: [:]))
    let author = try #require(model.entitiesByName["Author"])
    model.setEntities([author], forConfigurationName: "People")
    #expect(!model.isConfiguration(withName: "People", compatibleWithStoreMetadata: metadata))
    let part = [NSStoreModelVersionHashesKey: ["Author": author.versionHash]]
    #expect(model.isConfiguration(withName: "People", compatibleWithStoreMetadata: part))
  }

  @Test func modelsMerge() throws {
    let model = Self.library()
    let other = NSManagedObjectModel()
    let shop = NSEntityDescription()
    shop.name = "Shop"
    other.entities = [shop]
    let merged = try #require(NSManagedObjectModel(byMerging: [model, other, model]))
    #expect(merged.entitiesByName.keys.sorted() == ["Author", "Book", "Novel", "Shop"])
    let changed = try #require(model.copy() as? NSManagedObjectModel)
    changed.entitiesByName["Book"]?.isAbstract = true
    #expect(NSManagedObjectModel(byMerging: [model, changed]) == nil)
    let metadata: [String: Any] = [NSStoreModelVersionHashesKey: changed.entityVersionHashesByName]
    let found = NSManagedObjectModel(byMerging: [model, other, changed], forStoreMetadata: metadata)
    #expect(found == changed)
    #expect(NSManagedObjectModel(byMerging: [model, other], forStoreMetadata: metadata) == nil)
  }

  @Test func aDefaultOfAnotherTypeIsNamed() throws {
    let model = Self.library()
    model.entitiesByName["Book"]?.attributesByName["pages"]?.defaultValue = "many"
    let error = #expect(throws: ModelError.self) { try model.modelDescription() }
    #expect(error?.description.contains("Book.pages: the default value many") == true, "\(String(describing: error))")
    #expect(model.entityVersionHashesByName.isEmpty)
  }

  @Test(arguments: [
    (NSAttributeType.integer16AttributeType, 7 as any Sendable, AttributeValue.integer(7)),
    (.integer64AttributeType, Int64.max, .integer(.max)), (.booleanAttributeType, true, .boolean(true)),
    (.booleanAttributeType, NSNumber(value: 0), .boolean(false)), (.doubleAttributeType, 1.5, .double(1.5)),
    (.doubleAttributeType, 2, .double(2)), (.floatAttributeType, Float(0.5), .float(0.5)),
    (.decimalAttributeType, Decimal(string: "1.25") ?? 0, .decimal(Decimal(string: "1.25") ?? 0)),
    (.decimalAttributeType, NSDecimalNumber(string: "2.5"), .decimal(Decimal(string: "2.5") ?? 0)),
    (.stringAttributeType, "a", .string("a")),
    (.dateAttributeType, Date(timeIntervalSinceReferenceDate: 5), .date(Date(timeIntervalSinceReferenceDate: 5))),
    (.binaryDataAttributeType, Data([1]), .data(Data([1]))),
  ]) func defaultsOfEachType(_ type: NSAttributeType, _ given: any Sendable, _ expected: AttributeValue) throws {
    let attribute = Self.attribute("a", type)
    attribute.defaultValue = given
    #expect(try attribute.attributeDescription().defaultValue == expected)
    let back = NSAttributeDescription.make(try attribute.attributeDescription())
    #expect(try back.attributeDescription().defaultValue == expected)
  }

  @Test func modelsInUseStopChanges() async {
    await #expect(processExitsWith: .failure) {
      let model = ModelEditingTests.library()
      _ = NSPersistentStoreCoordinator(managedObjectModel: model)
      model.entitiesByName["Book"]?.attributesByName["title"]?.isOptional = true
    }
    await #expect(processExitsWith: .failure) {
      let model = ModelEditingTests.library()
      _ = NSPersistentStoreCoordinator(managedObjectModel: model)
      model.entities = []
    }
    await #expect(processExitsWith: .success) {
      let model = ModelEditingTests.library()
      _ = NSPersistentStoreCoordinator(managedObjectModel: model)
      let copy = model.copy() as? NSManagedObjectModel
      copy?.entitiesByName["Book"]?.attributesByName["title"]?.isOptional = true
    }
  }

  @Test func elementsAreIterated() {
    let model = Self.library()
    let names = IteratorSequence(NSFastEnumerationIterator(model)).compactMap { ($0 as? NSEntityDescription)?.name }
    #expect(names == ["Author", "Book", "Novel"])
  }
}
