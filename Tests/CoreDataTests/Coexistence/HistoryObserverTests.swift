import CoreData
import Foundation
import ObjectGraph
import Observation
import SwiftData
import Synchronization
import TestKit
import Testing

@testable import coexistence_worker

/// `HistoryObserver` over a store that several write.
@MainActor @Suite struct HistoryObserverTests {
  private let stack: SharedStack

  init() throws { stack = try SharedStack() }

  private func insert(_ code: String, author: String, _ container: ModelContainer) throws {
    let context = ModelContext(container)
    context.author = author
    context.insert(Item(code: code, count: 1))
    try context.save()
  }

  private func insertBox(_ container: NSPersistentContainer, author: String) throws {
    let context = container.newBackgroundContext()
    try context.performAndWait {
      context.transactionAuthor = author
      NSEntityDescription.insertNewObject(forEntityName: "Box", into: context).setValue("red", forKey: "label")
      try context.save()
    }
  }

  @Test func savesAreCountedWhoeverMakesThem() async throws {
    let container = try stack.swiftData()
    try insert("before", author: "app", container)
    let all = try HistoryObserver(modelContainer: container)
    let boxes = try HistoryObserver(observedModels: [Box.self], modelContainer: container)
    let ofWorker = try HistoryObserver(authors: ["worker"], modelContainer: container)
    #expect((all.eventCounter, boxes.eventCounter, ofWorker.eventCounter) == (0, 0, 0))
    try insert("own", author: "app", container)
    try insert("other", author: "app", try stack.swiftData())
    try insertBox(try stack.coreData(), author: "classic")
    try stack.worker("add", "coredata", stack.url.path, "process", "1")
    #expect(await eventually { all.eventCounter == 4 && boxes.eventCounter == 1 && ofWorker.eventCounter == 1 })
  }

  @Test func readersAreToldOnTheirActor() async throws {
    let container = try stack.swiftData()
    let observer = try HistoryObserver(modelContainer: container)
    let told = Atomic<Bool>(false)
    let isMain = Mutex<Bool?>(nil)
    withObservationTracking {
      _ = observer.eventCounter
    } onChange: {
      isMain.withLock { $0 = MainQueue.isHere }
      told.store(true, ordering: .releasing)
    }
    try stack.worker("add", "swiftdata", stack.url.path, "x", "1")
    #expect(await eventually { told.load(ordering: .acquiring) && observer.eventCounter == 1 })
    #expect(isMain.withLock { $0 } == true)
  }

  @Test func tokensSayFromWhere() async throws {
    let container = try stack.swiftData()
    for code in ["a", "b", "c"] { try insert(code, author: "app", container) }
    let context = ModelContext(container)
    let history = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    let store = try #require(history.first?.storeIdentifier)
    let observer = try HistoryObserver(historyTokens: [store: history[0].token], modelContainer: container)
    #expect(observer.eventCounter == 2)
    try insert("d", author: "app", try stack.swiftData())
    #expect(await eventually { observer.eventCounter == 3 })
    try context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    #expect(throws: SwiftDataError.historyTokenExpired) {
      try HistoryObserver(historyTokens: [store: history[0].token], modelContainer: container)
    }
    try insert("e", author: "app", container)
    #expect(await eventually { observer.eventCounter == 4 })
  }
}
