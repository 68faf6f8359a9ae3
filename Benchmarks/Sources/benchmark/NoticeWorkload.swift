import CoreData
import Foundation
import SwiftData

/// How soon a process hears of what another one commits: one writes with SwiftData, the other listens with Core Data.
enum NoticeWorkload {
  static let name = "notice"
  static let writer = "notice-write"
  private static let commits = 5_000
  private static let rate = 1_000
  /// What is promised, in seconds; a loaded machine may need more.
  private static let medianLimit = 0.1

  // MARK: the writer

  /// Commits one author after the other, at so many a second, and prints how many a second it came to.
  static func write(_ path: String) throws {
    let context = ModelContext(try container(path))
    let began = ContinuousClock.now
    for number in 0..<commits {
      let due = began + .nanoseconds(number * (1_000_000_000 / rate))
      while ContinuousClock.now < due { usleep(100) }
      context.insert(Author(name: "Author \(number)"))
      try context.save()
    }
    print(Double(commits) / ((ContinuousClock.now - began) / .seconds(1)))
  }

  private static func container(_ path: String) throws -> ModelContainer {
    try ModelContainer(
      for: Author.self, configurations: ModelConfiguration(url: URL(fileURLWithPath: path)))
  }

  // MARK: the reader

  /// Prints what was heard, beside the limits.
  ///
  /// - Throws: an error when a commit was missed: what is late may be the machine's fault, what is missed is ours.
  static func run() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("causeway-notice-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = folder.appendingPathComponent("notice.store")
    _ = try container(store.path)
    let reader = try NoticeReader(store)
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    process.arguments = [writer, store.path]
    process.standardOutput = output
    try process.run()
    try reader.listen(to: commits)
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0,
      let reached = Double(String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
    else { throw BenchmarkError("\(writer) failed") }
    let lags = reader.lags.sorted()
    func lag(_ part: Double) -> Double {
      lags.isEmpty ? .infinity : lags[min(lags.count - 1, Int(Double(lags.count) * part))]
    }
    func milliseconds(_ seconds: Double) -> String { String(format: "%.1f ms", seconds * 1000) }
    let heard = Set(reader.numbers).count
    let (missed, twice) = (commits - heard, reader.numbers.count - heard)
    print("\(name): \(commits) commits by another process, \(Int(reached.rounded())) a second of \(rate) wanted")
    print(
      "  median \(milliseconds(lag(0.5))), \(String(format: "%.2f", lag(0.5) / medianLimit)) of the limit of "
        + "\(milliseconds(medianLimit)); 99th percentile \(milliseconds(lag(0.99)))")
    print("  missed \(missed) (limit 0), told twice \(twice) (limit 0)")
    guard missed == 0, twice == 0 else {
      throw BenchmarkError("of \(commits) commits \(missed) were missed and \(twice) told twice")
    }
    if lag(0.5) > medianLimit { print("  slower than the limit: run it again on a machine that does nothing else") }
  }
}

/// Reads a store's history whenever it is told that there is more.
private final class NoticeReader {
  private let context: NSManagedObjectContext
  private let container: NSPersistentContainer
  private let signal = DispatchSemaphore(value: 0)
  private var token: NSPersistentHistoryToken?
  private(set) var numbers: [Int64] = []
  /// In seconds, from the moment that the writer put into history to the moment when the save is in the reader's hands.
  private(set) var lags: [Double] = []

  init(_ store: URL) throws {
    guard let model = NSManagedObjectModel.makeManagedObjectModel(for: [Author.self, Book.self]) else {
      throw BenchmarkError("the classes have no model")
    }
    container = NSPersistentContainer(name: "Notice", managedObjectModel: model)
    let description = NSPersistentStoreDescription(url: store)
    description.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
    description.setOption(true as NSNumber, forKey: NSPersistentStoreRemoteChangeNotificationPostOptionKey)
    container.persistentStoreDescriptions = [description]
    var failure: (any Error)?
    container.loadPersistentStores { failure = $1 }
    if let failure { throw failure }
    context = container.newBackgroundContext()
  }

  /// Returns when it has heard of so many saves, or of none for a while.
  func listen(to count: Int) throws {
    let signal = signal
    let observer = NotificationCenter.default.addObserver(
      forName: .NSPersistentStoreRemoteChange, object: container.persistentStoreCoordinator, queue: nil
    ) { _ in signal.signal() }
    defer { NotificationCenter.default.removeObserver(observer) }
    while numbers.count < count, signal.wait(timeout: .now() + 20) == .success {
      while signal.wait(timeout: .now()) == .success {}
      try read()
    }
  }

  private func read() throws {
    try context.performAndWait {
      let request = NSPersistentHistoryChangeRequest.fetchHistory(after: token)
      let result = try context.execute(request) as? NSPersistentHistoryResult
      let now = Date()
      for transaction in result?.result as? [NSPersistentHistoryTransaction] ?? [] {
        numbers.append(transaction.transactionNumber)
        lags.append(now.timeIntervalSince(transaction.timestamp))
        token = transaction.token
      }
    }
  }
}
