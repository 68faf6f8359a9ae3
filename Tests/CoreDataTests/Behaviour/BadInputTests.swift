import CoreData
import Foundation
import TestKit
import Testing

/// Wrong input of every kind: an error that says what and where, and nothing changed.
@Suite struct BadInputTests {
  enum Input: String, CaseIterable, Sendable {
    case storeOfAnotherType, storeOfAnotherModel, textForAStore, missingReadOnlyStore
    case unknownEntity, unknownKey, unknownKeyRead, wrongType, wrongTypeOfToOne, wrongTypeOfMember, tooLargeInteger
    case objectOfAnotherContext, childOfAnObjectThatIsGone, parentWithoutStore, identifierOfAnotherStore
    case existingObjectOfAnotherStore, batchWithUnknownKeys, batchWithARelationship, batchWithAMissingValue
    case batchUpdateOfAnUnknownKey, missingMandatoryValue, severalMissingValues, constraintHit, brokenPredicate
    case deniedDeletion, sortByAnUnknownKey, fetchWithoutEntity
  }

  struct Wanted {
    let code: Int
    let text: String

    init(_ code: Int, _ text: String) {
      self.code = code
      self.text = text
    }
  }

  static func wanted(_ input: Input) -> Wanted {
    switch input {
    case .storeOfAnotherType: Wanted(NSPersistentStoreTypeMismatchError, "is an SQLite store and cannot be opened as")
    case .storeOfAnotherModel: Wanted(NSPersistentStoreIncompatibleVersionHashError, "incompatible")
    case .textForAStore: Wanted(NSFileReadCorruptFileError, "a.sqlite")
    case .missingReadOnlyStore: Wanted(CocoaError.Code.fileReadNoSuchFile.rawValue, "There is no store at")
    case .unknownEntity: Wanted(NSPersistentStoreOperationError, "has no entity \"Nothing\"")
    case .unknownKey, .unknownKeyRead:
      Wanted(NSManagedObjectValidationError, "The entity CDBook has no property \"colour\"")
    case .wrongType: Wanted(NSManagedObjectValidationError, "CDBook.pages cannot be set to a String")
    case .wrongTypeOfToOne: Wanted(NSManagedObjectValidationError, "CDBook.author cannot be set to a")
    case .wrongTypeOfMember: Wanted(NSManagedObjectValidationError, "CDAuthor.books cannot be set to a")
    case .tooLargeInteger: Wanted(NSManagedObjectValidationError, "CDBook.pages cannot be set to a Int")
    case .objectOfAnotherContext: Wanted(NSManagedObjectValidationError, "object of another context")
    case .childOfAnObjectThatIsGone: Wanted(NSManagedObjectMergeError, "Could not merge changes")
    case .parentWithoutStore: Wanted(NSPersistentStoreOperationError, "has no store")
    case .identifierOfAnotherStore, .existingObjectOfAnotherStore:
      Wanted(NSManagedObjectReferentialIntegrityError, "There is no object x-coredata://")
    case .batchWithUnknownKeys, .batchUpdateOfAnUnknownKey:
      Wanted(NSPersistentStoreOperationError, "The entity CDBook has no attribute \"colour\"")
    case .batchWithARelationship: Wanted(NSPersistentStoreOperationError, "CDBook.author is a relationship")
    case .batchWithAMissingValue: Wanted(NSValidationMissingMandatoryPropertyError, "CDBook.title is mandatory")
    case .missingMandatoryValue: Wanted(NSValidationMissingMandatoryPropertyError, "CDBook.title is mandatory")
    case .severalMissingValues: Wanted(NSValidationMultipleErrorsError, "CDBook.title is mandatory")
    case .constraintHit: Wanted(NSManagedObjectConstraintMergeError, "Could not merge changes")
    case .brokenPredicate: Wanted(NSManagedObjectValidationError, "CDBook.isbn cannot be checked: its predicate")
    case .deniedDeletion: Wanted(NSValidationRelationshipDeniedDeleteError, "Tag.books cannot be deleted")
    case .sortByAnUnknownKey: Wanted(NSPersistentStoreOperationError, "has no property \"colour\" to sort by")
    case .fetchWithoutEntity: Wanted(NSPersistentStoreOperationError, "A fetch request needs an entity")
    }
  }

  @Test(arguments: Input.allCases) func isAnError(_ input: Input) throws {
    let folder = try TemporaryFolder()
    let url = folder.file("a.sqlite")
    let wanted = Self.wanted(input)
    let error = #expect(throws: NSError.self) { try self.run(input, url) }
    #expect(error?.domain == NSCocoaErrorDomain)
    #expect(error?.code == wanted.code)
    let text = error?.localizedDescription ?? ""
    #expect(text.contains(wanted.text), "\(text)")
  }

  private func run(_ input: Input, _ url: URL) throws {
    switch input {
    case .storeOfAnotherType, .storeOfAnotherModel, .textForAStore, .missingReadOnlyStore: try open(input, url)
    default: break
    }
    let model = LibraryStack.model()
    if input == .brokenPredicate {
      model.entitiesByName["CDBook"]?.attributesByName["isbn"]?.setValidationPredicates(
        [NSPredicate(format: "SELF MATCHES '['")], withValidationWarnings: nil)
    }
    if input == .deniedDeletion {
      model.entitiesByName["Tag"]?.relationshipsByName["books"]?.deleteRule = .denyDeleteRule
    }
    let stack = try LibraryStack(at: url, model: model)
    let context = stack.context
    let author = CDAuthor(context: context)
    author.name = "Eliot"
    let book = stack.book("A", author: author)
    book.setValue("1", forKey: "isbn")
    if input != .brokenPredicate { try context.save() }
    let request = NSFetchRequest<CDBook>(entityName: "CDBook")
    switch input {
    case .storeOfAnotherType, .storeOfAnotherModel, .textForAStore, .missingReadOnlyStore: return
    case .unknownEntity: _ = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Nothing"))
    case .unknownKey: book.setValue("red", forKey: "colour")
    case .unknownKeyRead: #expect(book.value(forKey: "colour") == nil)
    case .wrongType: book.setValue("many", forKey: "pages")
    case .wrongTypeOfToOne: book.setValue(stack.make("Tag"), forKey: "author")
    case .wrongTypeOfMember: author.setValue(NSSet(array: [stack.make("Tag")]), forKey: "books")
    case .tooLargeInteger: book.setValue(Int(Int32.max) + 1, forKey: "pages")
    case .objectOfAnotherContext:
      let other = try stack.other().existingObject(with: book.objectID)
      author.mutableSetValue(forKey: "books").add(other)
      author.setValue("X", forKey: "name")
      withExtendedLifetime(other) {}
    case .childOfAnObjectThatIsGone:
      let child = stack.other(parent: context)
      try child.existingObject(with: book.objectID).setValue("mine", forKey: "title")
      context.delete(book)
      try context.save()
      try child.save()
    case .parentWithoutStore:
      let child = stack.other(parent: context)
      stack.book("new", in: child)
      let coordinator = stack.container.persistentStoreCoordinator
      for store in coordinator.persistentStores { try coordinator.remove(store) }
      // The parent takes the changes, and cannot pass them on.
      try child.save()
    case .identifierOfAnotherStore, .existingObjectOfAnotherStore:
      let other = try LibraryStack()
      let stranger = other.book("B")
      try other.context.save()
      if input == .existingObjectOfAnotherStore { _ = try context.existingObject(with: stranger.objectID) }
      let blank = context.object(with: stranger.objectID)
      #expect(blank.value(forKey: "title") == nil)
    case .batchWithUnknownKeys:
      try context.execute(NSBatchInsertRequest(entityName: "CDBook", objects: [["title": "x", "colour": "red"]]))
    case .batchWithARelationship:
      try context.execute(NSBatchInsertRequest(entityName: "CDBook", objects: [["title": "x", "author": 1]]))
    case .batchWithAMissingValue:
      try context.execute(NSBatchInsertRequest(entityName: "CDBook", objects: [["pages": 3]]))
    case .batchUpdateOfAnUnknownKey:
      let update = NSBatchUpdateRequest(entityName: "CDBook")
      update.propertiesToUpdate = ["colour": "red"]
      try context.execute(update)
    case .missingMandatoryValue: book.setValue(nil, forKey: "title")
    case .severalMissingValues:
      book.setValue(nil, forKey: "title")
      author.setValue(nil, forKey: "name")
    case .constraintHit: stack.book("B").setValue("1", forKey: "isbn")
    case .brokenPredicate: break
    case .deniedDeletion:
      let tag = stack.make("Tag")
      tag.mutableSetValue(forKey: "books").add(book)
      try context.save()
      context.delete(tag)
    case .sortByAnUnknownKey:
      request.sortDescriptors = [NSSortDescriptor(key: "colour", ascending: true)]
      _ = try context.fetch(request)
    case .fetchWithoutEntity: _ = try context.fetch(NSFetchRequest<NSManagedObject>())
    }
    try context.save()
  }

  private func open(_ input: Input, _ url: URL) throws {
    let model = NSManagedObjectModel()
    let entity = LibraryStack.entity("Other")
    entity.properties = [LibraryStack.attribute("name", .stringAttributeType)]
    model.entities = [entity]
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    var (type, options): (String, [AnyHashable: Any]) = (NSSQLiteStoreType, [:])
    switch input {
    case .textForAStore: try Data("no store at all, but a text that is long enough".utf8).write(to: url)
    case .missingReadOnlyStore: options[NSReadOnlyPersistentStoreOption] = true
    default:
      _ = try LibraryStack(at: url)
      if input == .storeOfAnotherType { type = NSBinaryStoreType }
    }
    try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: url, options: options)
  }

  /// A class that is missing, or is none of a managed object, is said in a line: the objects are plain ones.
  @Test(arguments: ["NoSuchClass", NSStringFromClass(NoManagedObject.self)])
  func entityClasses(_ name: String) async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      [name = name as String] in
      let entity = LibraryStack.entity("Thing")
      entity.managedObjectClassName = name
      entity.properties = [LibraryStack.attribute("name", .stringAttributeType)]
      let model = NSManagedObjectModel()
      model.entities = [entity]
      let stack = try LibraryStack(model: model)
      let object = stack.make("Thing", ["name": "x"])
      try stack.context.save()
      exit(type(of: object) == NSManagedObject.self && object.value(forKey: "name") as? String == "x" ? 0 : 1)
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("for entity Thing: its objects are of NSManagedObject"))
  }
}

/// A class that no entity's objects can be of.
final class NoManagedObject: NSObject {}
