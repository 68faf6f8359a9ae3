import CoreData
import Foundation
import Observation
import SwiftData

/// Hears of what another process writes, and measures how long after its beginning each save is seen.
@MainActor final class Watch {
  private let count: Int
  private let ready: String
  private var seen: Set<String> = []
  private var delays: [Double] = []
  private let end = Date().addingTimeInterval(60)

  init(_ count: Int, ready: String) {
    self.count = count
    self.ready = ready
  }

  /// Prints the number of things heard of, and the median and the 95th of 100 delays in milliseconds.
  private func report() {
    delays.sort()
    func delay(_ part: Int) -> Int { delays.isEmpty ? 60_000 : Int(delays[delays.count * part / 100]) }
    print("\(seen.count) \(delay(50)) \(delay(95))")
  }

  private func note(_ code: String, _ stamp: String?) {
    guard let stamp = stamp.flatMap({ UInt64($0) }), seen.insert(code).inserted else { return }
    delays.append((Double(now()) - Double(stamp)) / 1e6)
  }

  func swiftData(_ url: URL) throws {
    let container = try Place.swiftData(url)
    let screen = ModelContainer.withDefault(container) { Screen() }
    let isTold = Flag()
    withObservationTracking {
      _ = screen.items
    } onChange: {
      isTold.set()
    }
    try Data().write(to: URL(fileURLWithPath: ready))
    while seen.count < count, Date() < end {
      _ = RunLoop.main.run(mode: .default, before: Date().addingTimeInterval(0.5))
      guard isTold.take() else { continue }
      withObservationTracking {
        for item in screen.items { note(item.code, item.note) }
      } onChange: {
        isTold.set()
      }
    }
    report()
  }

  func coreData(_ url: URL) throws {
    let container = try Place.coreData(url, posts: true)
    let context = container.newBackgroundContext()
    let isTold = Flag()
    let observer = NotificationCenter.default.addObserver(
      forName: .NSPersistentStoreRemoteChange, object: container.persistentStoreCoordinator, queue: nil
    ) { _ in isTold.set() }
    defer { NotificationCenter.default.removeObserver(observer) }
    try Data().write(to: URL(fileURLWithPath: ready))
    while seen.count < count, Date() < end {
      guard isTold.wait(0.5) else { continue }
      try context.performAndWait {
        for item in try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Item")) {
          note(item.value(forKey: "code") as? String ?? "", item.value(forKey: "note") as? String)
        }
      }
    }
    report()
  }
}

@MainActor private struct Screen {
  @Query(sort: \Item.code) var items: [Item]
}

/// Set by any thread.
private final class Flag: Sendable {
  private let signal = DispatchSemaphore(value: 0)

  func set() { signal.signal() }

  func wait(_ seconds: Double) -> Bool {
    guard signal.wait(timeout: .now() + seconds) == .success else { return false }
    while signal.wait(timeout: .now()) == .success {}
    return true
  }

  func take() -> Bool { wait(0) }
}
