import CoreData
import Foundation
import Observation
import SQLiteDriver
import SwiftData
import Synchronization
import TestKit
import Testing

@testable import coexistence_worker

/// Who hears of whose writes, and when.
@MainActor @Suite struct NoticeTests {
  private let stack: SharedStack

  init() throws { stack = try SharedStack() }

  private func watch(_ read: () -> Void) -> Counter {
    let flag = Counter()
    withObservationTracking(read) { flag.add() }
    return flag
  }

  // MARK: one process

  @Test func swiftDataHearsOfCoreData() async throws {
    let modern = try stack.swiftData()
    let classic = try stack.coreData().newBackgroundContext()
    let item = Item(code: "a", count: 1)
    modern.mainContext.insert(item)
    try modern.mainContext.save()
    let screen = ModelContainer.withDefault(modern) { Screen() }
    #expect(screen.items.count == 1)
    let count = watch { _ = item.count }
    let list = watch { _ = screen.items }
    try classic.performAndWait {
      let found = try #require(try classic.fetch(NSFetchRequest<CDItem>(entityName: "Item")).first)
      found.count = 2
      let new = CDItem(context: classic)
      (new.code, new.count) = ("b", 1)
      try classic.save()
    }
    #expect(await eventually { count.value == 1 && list.value == 1 })
    #expect(item.count == 2 && screen.items.map(\.code) == ["a", "b"])
    try classic.performAndWait {
      for found in try classic.fetch(NSFetchRequest<CDItem>(entityName: "Item")) { classic.delete(found) }
      try classic.save()
    }
    #expect(await eventually { item.isDeleted || item.modelContext == nil || screen.items.isEmpty })
    #expect(screen.items.isEmpty)
  }

  @Test func coreDataHearsOfSwiftData() async throws {
    let container = try stack.coreData(posts: true)
    let view = container.viewContext
    view.automaticallyMergesChangesFromParent = true
    let plain = NSManagedObjectContext(.mainQueue)
    plain.persistentStoreCoordinator = container.persistentStoreCoordinator
    let modern = ModelContext(try stack.swiftData())
    let model = Item(code: "a", count: 1)
    modern.insert(model)
    try modern.save()
    let item = try #require(try view.fetch(NSFetchRequest<CDItem>(entityName: "Item")).first)
    let other = try #require(try plain.fetch(NSFetchRequest<CDItem>(entityName: "Item")).first)
    #expect(item.count == 1 && other.count == 1)
    let posted = Posted(container.persistentStoreCoordinator)
    // Unsaved edits stay, property by property.
    item.note = "mine"
    model.count = 2
    try modern.save()
    #expect(await eventually { item.count == 2 })
    #expect(item.note == "mine" && other.count == 1)
    try view.save()
    #expect(await eventually { posted.tokens.count >= 2 })
    #expect(posted.isComplete)
    #expect(posted.tokens.last == container.persistentStoreCoordinator.currentPersistentHistoryToken(fromStores: nil))
    modern.delete(model)
    #expect(throws: (any Error).self) { try modern.save() }
    modern.rollback()
    modern.delete(model)
    try modern.save()
    #expect(await eventually { item.managedObjectContext == nil || item.isFault || item.isDeleted })
    #expect(try view.count(for: NSFetchRequest<CDItem>(entityName: "Item")) == 0)
  }

  /// An edit of what was changed elsewhere is a conflict, whenever the news comes; an edit of something else is not.
  @Test(arguments: [true, false]) func editsMeetByProperty(sameProperty: Bool) async throws {
    let mine = try stack.swiftData().mainContext
    let theirs = ModelContext(try stack.swiftData())
    mine.insert(Item(code: "a", count: 1))
    try mine.save()
    let here = try #require(try mine.fetch(FetchDescriptor<Item>()).first)
    let there = try #require(try theirs.fetch(FetchDescriptor<Item>()).first)
    #expect(here.count == 1)
    if sameProperty { here.count = 10 } else { here.note = "mine" }
    there.count = 2
    try theirs.save()
    if sameProperty {
      try await Task.sleep(for: .milliseconds(100))
      #expect(throws: (any Error).self) { try mine.save() }
      mine.rollback()
      #expect(here.count == 2)
    } else {
      #expect(await eventually { here.count == 2 })
      try mine.save()
      #expect(here.note == "mine" && here.count == 2)
    }
  }

  // MARK: several processes

  @Test(arguments: [FileNotice.Means.system, .polling], ["coredata", "swiftdata"])
  func anotherProcessIsHeard(means: FileNotice.Means, face: String) async throws {
    let (modern, container) = try FileNotice.$chosenMeans.withValue(means) {
      (try stack.swiftData(), try stack.coreData(posts: true))
    }
    let screen = ModelContainer.withDefault(modern) { Screen() }
    #expect(screen.items.isEmpty)
    let view = container.viewContext
    view.automaticallyMergesChangesFromParent = true
    let posted = Posted(container.persistentStoreCoordinator)
    let list = watch { _ = screen.items }
    try stack.worker("add", face, stack.url.path, "x", "7")
    #expect(await eventually { list.value == 1 && !posted.tokens.isEmpty })
    #expect(screen.items.map(\.count) == [7])
    let item = try #require(try view.fetch(NSFetchRequest<CDItem>(entityName: "Item")).first)
    #expect(item.count == 7)
    let model = try #require(screen.items.first)
    let count = watch { _ = model.count }
    try stack.worker("set", face, stack.url.path, "x", "8")
    #expect(await eventually { count.value == 1 && item.count == 8 })
    #expect(model.count == 8)
    try stack.worker("delete", face, stack.url.path, "x")
    #expect(await eventually { screen.items.isEmpty })
    #expect(await eventually { item.isFault || item.isDeleted || item.managedObjectContext == nil })
  }
}

/// A screen that lists everything.
@MainActor private struct Screen {
  @Query(sort: \Item.code) var items: [Item]
}

/// Remote change notifications of one coordinator.
private final class Posted: @unchecked Sendable {
  // Unchecked because the list is kept under a lock.
  private let lock = NSLock()
  private var infos: [[AnyHashable: Any]] = []
  private var observer: (any NSObjectProtocol)?

  init(_ coordinator: NSPersistentStoreCoordinator) {
    observer = NotificationCenter.default.addObserver(
      forName: .NSPersistentStoreRemoteChange, object: coordinator, queue: nil
    ) { [weak self] notification in
      guard let self else { return }
      lock.withLock { self.infos.append(notification.userInfo ?? [:]) }
    }
  }

  deinit { if let observer { NotificationCenter.default.removeObserver(observer) } }

  var tokens: [NSPersistentHistoryToken] {
    lock.withLock { infos.compactMap { $0[NSPersistentHistoryTokenKey] as? NSPersistentHistoryToken } }
  }

  /// Each names store, file and token.
  var isComplete: Bool {
    lock.withLock {
      infos.allSatisfy {
        $0[NSStoreUUIDKey] is String && $0[NSPersistentStoreURLKey] is URL && $0[NSPersistentHistoryTokenKey] != nil
      }
    }
  }
}

/// A counter that closures may share.
private final class Counter: Sendable {
  private let count = Atomic<Int>(0)
  var value: Int { count.load(ordering: .relaxed) }
  func add() { count.wrappingAdd(1, ordering: .relaxed) }
}
