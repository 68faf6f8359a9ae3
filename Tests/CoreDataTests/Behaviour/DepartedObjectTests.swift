import CoreData
import Foundation
import TestKit
import Testing

/// Rows that others delete, which relationships here name: saved ones, unsaved ones, and those set too late.
@Suite struct DepartedObjectTests {
  enum Link: String, CaseIterable, Sendable {
    case oneWay, oneToOne, oneToMany, manyToMany, ordered

    var isToMany: Bool { self != .oneWay && self != .oneToOne }
  }

  enum Way: String, CaseIterable, Sendable {
    /// Another context of the stack, a batch request, a stack of its own on the file.
    case context, batch, otherStack
  }

  private let folder: TemporaryFolder
  private let container: NSPersistentContainer
  private let mine: NSManagedObjectContext

  init() throws {
    folder = try TemporaryFolder()
    container = try Self.open(folder.file("Shelves.sqlite"))
    mine = container.newBackgroundContext()
  }

  private static func open(_ url: URL) throws -> NSPersistentContainer {
    let (shelf, book) = (LibraryStack.entity("Shelf"), LibraryStack.entity("Book"))
    shelf.properties = [LibraryStack.attribute("label", .stringAttributeType)]
    book.properties = [LibraryStack.attribute("title", .stringAttributeType)]
    for link in Link.allCases {
      let there = LibraryStack.relationship(
        link.rawValue, to: book, many: link.isToMany, ordered: link == .ordered)
      shelf.properties += [there]
      if link == .oneWay { continue }
      let back = LibraryStack.relationship("\(link)Shelf", to: shelf, many: link == .manyToMany)
      LibraryStack.pair(there, back)
      book.properties += [back]
    }
    let model = NSManagedObjectModel()
    model.entities = [shelf, book]
    return try LibraryStack(at: url, model: model, history: true).container
  }

  /// A shelf, a book that will go and one that stays.
  private struct Library: @unchecked Sendable {
    // Unchecked because it is used on the context's queue only.
    let shelf, gone, kept: NSManagedObject

    init(_ context: NSManagedObjectContext) throws {
      func make(_ entity: String, _ key: String, _ value: String) -> NSManagedObject {
        let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
        object.setValue(value, forKey: key)
        return object
      }
      shelf = make("Shelf", "label", "S")
      gone = make("Book", "title", "gone")
      kept = make("Book", "title", "kept")
      try context.save()
    }

    func connect(_ link: Link) {
      switch link {
      case .oneWay, .oneToOne: shelf.setValue(gone, forKey: link.rawValue)
      case .oneToMany, .manyToMany: shelf.mutableSetValue(forKey: link.rawValue).addObjects(from: [gone, kept])
      case .ordered: shelf.mutableOrderedSetValue(forKey: link.rawValue).addObjects(from: [gone, kept])
      }
    }

    /// The titles that the relationship leads to; `nil` stands for a title that cannot be read.
    func shown(_ link: Link) -> [String?] {
      let value = shelf.value(forKey: link.rawValue)
      let members =
        (value as? NSSet)?.allObjects ?? (value as? NSOrderedSet)?.array ?? value.map { [$0] } ?? []
      return members.map { ($0 as? NSManagedObject)?.value(forKey: "title") as? String }
        .sorted { $0 ?? "" < $1 ?? "" }
    }
  }

  private func expected(_ link: Link) -> [String?] { link.isToMany ? ["kept"] : [] }

  /// Deletes the book elsewhere.
  private func delete(_ library: Library, _ way: Way) throws {
    let uri = library.gone.objectID.uriRepresentation()
    let elsewhere = way == .otherStack ? try Self.open(folder.file("Shelves.sqlite")) : container
    let other = elsewhere.newBackgroundContext()
    let mine = mine
    try other.performAndWait {
      let id = try #require(elsewhere.persistentStoreCoordinator.managedObjectID(forURIRepresentation: uri))
      if way == .batch {
        let request = NSBatchDeleteRequest(objectIDs: [id])
        request.resultType = .resultTypeObjectIDs
        let result = try other.execute(request) as? NSBatchDeleteResult
        let ids = try #require(result?.result as? [NSManagedObjectID])
        guard mine.automaticallyMergesChangesFromParent else { return }
        NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSDeletedObjectIDsKey: ids], into: [mine])
      } else {
        other.delete(try other.existingObject(with: id))
        try other.save()
      }
    }
  }

  /// Others' saves are told on threads of their own.
  private func wait(_ condition: () -> Bool) -> Bool {
    let end = Date().addingTimeInterval(60)
    while Date() < end {
      if mine.performAndWait({ condition() }) { return true }
      Thread.sleep(forTimeInterval: 0.002)
    }
    return false
  }

  /// What a context sees that knows nothing yet.
  private func stored(_ link: Link) throws -> [String] {
    let reader = container.newBackgroundContext()
    return try reader.performAndWait {
      let shelf = try #require(try reader.fetch(NSFetchRequest<NSManagedObject>(entityName: "Shelf")).first)
      let value = shelf.value(forKey: link.rawValue)
      let members =
        (value as? NSSet)?.allObjects ?? (value as? NSOrderedSet)?.array ?? value.map { [$0] } ?? []
      return members.compactMap { ($0 as? NSManagedObject)?.value(forKey: "title") as? String }.sorted()
    }
  }

  @Test(arguments: Link.allCases, Way.allCases) func savedRelationshipsLetItGo(_ link: Link, _ way: Way) throws {
    mine.automaticallyMergesChangesFromParent = true
    let library = try mine.performAndWait {
      let library = try Library(mine)
      library.connect(link)
      try mine.save()
      return library
    }
    try delete(library, way)
    #expect(wait { library.gone.managedObjectContext == nil })
    try mine.performAndWait {
      #expect(library.shown(link) == expected(link))
      #expect(!mine.hasChanges && library.gone.value(forKey: "title") as? String == "gone")
      library.shelf.setValue("T", forKey: "label")
      try mine.save()
    }
    #expect(try stored(link) == expected(link))
  }

  @Test(arguments: Link.allCases, [Way.context, .otherStack]) func unsavedRelationshipsLetItGo(_ link: Link, _ way: Way)
    throws
  {
    mine.automaticallyMergesChangesFromParent = true
    let library = try mine.performAndWait {
      let library = try Library(mine)
      library.connect(link)
      return library
    }
    try delete(library, way)
    #expect(wait { library.gone.managedObjectContext == nil })
    try mine.performAndWait {
      #expect(library.shown(link) == expected(link))
      try mine.save()
      #expect(library.shown(link) == expected(link) && !mine.hasChanges)
    }
    #expect(try stored(link) == expected(link))
  }

  /// Who goes on holding the object and sets it into a relationship has it taken out by the save.
  @Test(arguments: Link.allCases) func whatIsSetTooLateIsNotSaved(_ link: Link) throws {
    mine.automaticallyMergesChangesFromParent = true
    let library = try mine.performAndWait { try Library(mine) }
    try delete(library, .context)
    #expect(wait { library.gone.managedObjectContext == nil })
    try mine.performAndWait {
      library.connect(link)
      try mine.save()
      #expect(library.shown(link) == expected(link) && !mine.hasChanges)
    }
    #expect(try stored(link) == expected(link))
  }

  // MARK: without merging

  /// What was read stays; a fault that is fired then has no row: error 133000 where the context does not take it for
  /// deleted, and never a trap.
  @Test(arguments: Link.allCases, [true, false])
  func withoutMergingAFaultHasNoRow(_ link: Link, _ isHandled: Bool) throws {
    mine.shouldDeleteInaccessibleFaults = isHandled
    let library = try mine.performAndWait {
      let library = try Library(mine)
      library.connect(link)
      try mine.save()
      return library
    }
    try delete(library, .context)
    try mine.performAndWait {
      #expect(library.shown(link) == ["gone"] + expected(link))
      mine.refresh(library.gone, mergeChanges: false)
      // The relationship still leads to it.
      #expect(library.shown(link) == [nil] + expected(link))
      if !isHandled {
        let error = #expect(throws: NSError.self) { try mine.save() }
        #expect(error?.code == NSManagedObjectReferentialIntegrityError)
        #expect(error?.userInfo[NSAffectedObjectsErrorKey] as? [NSManagedObjectID] == [library.gone.objectID])
      }
      let error = #expect(throws: NSError.self) { try mine.existingObject(with: library.gone.objectID) }
      #expect(error?.code == NSManagedObjectReferentialIntegrityError)
      mine.refresh(library.shelf, mergeChanges: false)
      #expect(library.shown(link) == expected(link))
      try mine.save()
    }
  }

  /// A link that is saved after the row has gone: a conflict of the row that it also changes, which the policies settle; a
  /// link without inverse is saved as it stands, as no row says whom it names.
  @Test(
    arguments: Link.allCases,
    [NSMergePolicyType.errorMergePolicyType, .mergeByPropertyObjectTrumpMergePolicyType, .overwriteMergePolicyType])
  func withoutMergingASaveNoticesIt(_ link: Link, _ policy: NSMergePolicyType) throws {
    mine.mergePolicy = NSMergePolicy(merge: policy)
    let library = try mine.performAndWait {
      let library = try Library(mine)
      library.connect(link)
      return library
    }
    try delete(library, .context)
    try mine.performAndWait {
      if policy == .errorMergePolicyType, link != .oneWay {
        let error = #expect(throws: NSError.self) { try mine.save() }
        #expect(error?.code == NSManagedObjectMergeError)
        let conflicts = error?.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict]
        #expect(conflicts?.map(\.sourceObject) == [library.gone])
        mine.rollback()
        return
      }
      try mine.save()
      if link == .oneWay {
        // It is a fault now, of which nobody knows yet that there is no row.
        mine.refreshAllObjects()
        #expect(library.shown(link) == [nil])
        mine.refreshAllObjects()
      }
      #expect(library.shown(link) == expected(link) && !mine.hasChanges)
    }
    guard policy != .errorMergePolicyType || link == .oneWay else { return }
    #expect(try stored(link) == expected(link))
  }
}
