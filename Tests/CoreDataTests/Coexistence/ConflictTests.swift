import CoreData
import Foundation
import SQLiteDriver
import SchemaTypes
import SwiftData
import TestKit
import Testing

@testable import coexistence_worker

/// Edits of one row by both frameworks, and by another process.
@Suite struct CrossConflictTests {
  private let stack: SharedStack
  private let modern: ModelContext
  private let classic: NSManagedObjectContext
  private let container: NSPersistentContainer

  init() throws {
    stack = try SharedStack()
    modern = ModelContext(try stack.swiftData())
    container = try stack.coreData()
    classic = container.newBackgroundContext()
    let item = Item(code: "a", count: 1)
    item.note = "old"
    modern.insert(item)
    try modern.save()
  }

  private func mine() throws -> CDItem {
    let item = try #require(try classic.fetch(NSFetchRequest<CDItem>(entityName: "Item")).first)
    // Read, so that it is based on what is there now.
    #expect(item.count == 1)
    return item
  }

  private func change(_ otherProcess: Bool) throws {
    if otherProcess { return try stack.worker("set", "swiftdata", stack.url.path, "a", "2") }
    let item = try #require(try modern.fetch(FetchDescriptor<Item>()).first)
    item.count = 2
    try modern.save()
  }

  /// The error has the object and all that is known of it; the context and the file are as before.
  @Test(arguments: [false, true]) func aConflictSaysEverything(otherProcess: Bool) throws {
    try classic.performAndWait {
      let item = try mine()
      try change(otherProcess)
      item.count = 10
      let error = #expect(throws: NSError.self) { try classic.save() }
      #expect(error?.domain == NSCocoaErrorDomain && error?.code == NSManagedObjectMergeError)
      let conflicts = try #require(error?.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict])
      let conflict = try #require(conflicts.first)
      #expect(conflicts.count == 1 && conflict.sourceObject === item)
      #expect(conflict.oldVersionNumber == 1 && conflict.newVersionNumber == 2)
      #expect(conflict.cachedSnapshot?["count"] as? Int == 1 && conflict.persistedSnapshot?["count"] as? Int == 2)
      #expect(item.count == 10 && classic.hasChanges)
      #expect(try ModelContext(modern.container).fetch(FetchDescriptor<Item>()).first?.count == 2)
    }
  }

  /// The same where SwiftData comes too late: the error names object, property and both values.
  @Test(arguments: [false, true]) func aConflictOfSwiftDataSaysEverything(otherProcess: Bool) throws {
    let item = try #require(try modern.fetch(FetchDescriptor<Item>()).first)
    #expect(item.count == 1)
    item.count = 10
    if otherProcess {
      try stack.worker("set", "coredata", stack.url.path, "a", "2")
    } else {
      try classic.performAndWait {
        try mine().count = 2
        try classic.save()
      }
    }
    let error = #expect(throws: (any Error).self) { try modern.save() }
    let text = "\(error.map { "\($0)" } ?? "")"
    #expect(text.contains("Item \(item.persistentModelID.primaryKey) was changed by somebody else"), "\(text)")
    #expect(text.contains("count is 2 in the file, and 10 here"), "\(text)")
    #expect(item.count == 10 && modern.hasChanges)
    let connection = try Connection(path: stack.url.path, mode: .readOnly)
    #expect(try connection.text("SELECT ZCOUNT || ' ' || ZNOTE FROM ZITEM") == "2 old")
    #expect(try connection.integer("SELECT count(*) FROM ATRANSACTION") == 2)
    // What is there now can be changed.
    modern.rollback()
    #expect(item.count == 2)
    item.count = 3
    try modern.save()
    #expect(try connection.integer("SELECT ZCOUNT FROM ZITEM") == 3)
  }

  @Test(arguments: [
    NSMergePolicyType.mergeByPropertyObjectTrumpMergePolicyType, .mergeByPropertyStoreTrumpMergePolicyType,
  ])
  func policiesSettleIt(policy: NSMergePolicyType) throws {
    try classic.performAndWait {
      classic.mergePolicy = NSMergePolicy(merge: policy)
      let item = try mine()
      try change(true)
      item.count = 10
      item.note = "mine"
      try classic.save()
      let stored = try #require(try ModelContext(modern.container).fetch(FetchDescriptor<Item>()).first)
      #expect(stored.note == "mine")
      #expect(stored.count == (policy == .mergeByPropertyStoreTrumpMergePolicyType ? 2 : 10))
    }
  }

  /// What was deleted on the other side cannot be changed here.
  @Test func aDeletedRowIsAConflict() throws {
    try classic.performAndWait {
      let item = try mine()
      try stack.worker("delete", "coredata", stack.url.path, "a")
      item.count = 10
      let error = #expect(throws: NSError.self) { try classic.save() }
      #expect(error?.code == NSManagedObjectMergeError)
      #expect(try ModelContext(modern.container).fetchCount(FetchDescriptor<Item>()) == 0)
    }
  }

  /// A unique value that the other side has saved meanwhile.
  @Test func aUniqueValueIsAConflict() throws {
    try classic.performAndWait {
      let item = CDItem(context: classic)
      (item.code, item.count) = ("b", 1)
      try stack.worker("add", "swiftdata", stack.url.path, "b", "3")
      let error = #expect(throws: NSError.self) { try classic.save() }
      #expect(error?.code == NSManagedObjectConstraintMergeError)
      let conflicts = error?.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSConstraintConflict]
      #expect(conflicts?.first?.constraint == ["code"])
      #expect(try ModelContext(modern.container).fetchCount(FetchDescriptor<Item>()) == 2)
    }
  }

  /// Keys are never handed out twice, whoever takes them and however far ahead.
  @Test func keysAreGivenOnce() throws {
    var keys: [Int64] = []
    try classic.performAndWait {
      let promised = (0..<3).map { number in
        let item = CDItem(context: classic)
        (item.code, item.count) = ("promised\(number)", 1)
        return item
      }
      try classic.obtainPermanentIDs(for: promised)
      keys += promised.compactMap { PersistentIdentifier($0.objectID)?.primaryKey }
      try stack.worker("add", "swiftdata", stack.url.path, "other", "1")
      modern.insert(Item(code: "third", count: 1))
      try modern.save()
      try classic.save()
    }
    let all = try modern.fetchIdentifiers(FetchDescriptor<Item>()).map(\.primaryKey)
    #expect(all.count == 6 && Set(all).count == 6 && Set(keys).isSubset(of: all) && keys.count == 3)
  }
}
