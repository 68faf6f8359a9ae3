import Foundation
import ObjectGraph
import Synchronization

/// Tells, in debug builds, when a context or one of its objects is used off the context's queue.
///
/// Each place in the code is said once, in a line; the launch argument `-com.apple.CoreData.ConcurrencyDebug 1`, or
/// `CAUSEWAY_CONCURRENCY_DEBUG=1` in the environment, stops the program there instead, and 0 says nothing.
package enum QueueCheck {
  package enum Mode { case off, report, trap }

  package static func mode(arguments: [String], environment: [String: String]) -> Mode {
    var level = environment["CAUSEWAY_CONCURRENCY_DEBUG"]
    if let place = arguments.firstIndex(of: "-com.apple.CoreData.ConcurrencyDebug"), place + 1 < arguments.count {
      level = arguments[place + 1]
    }
    guard let level = level.flatMap({ Int($0) }) else { return .report }
    return level > 0 ? .trap : .off
  }

  private static let processMode = mode(
    arguments: CommandLine.arguments, environment: ProcessInfo.processInfo.environment)

  private struct Known {
    var places: Set<[UInt]> = []
    var lines: [String] = []
    /// How often something was found, new or not.
    var findings = 0
  }

  private static let known = Mutex(Known())
  /// Looking at the stack takes microseconds, and a program that does it wrong everywhere has been told enough.
  private static let mostFindings = 100_000

  /// What was said so far, for tests.
  package static var lines: [String] { known.withLock { $0.lines } }

  /// - Parameter what: the object and property, or the call, that was used.
  @inline(never) static func report(_ what: @autoclosure () -> String, of context: NSManagedObjectContext) {
    if processMode == .off { return }
    guard processMode == .trap || isNew() else { return }
    let line =
      "\(what()) was used on \(ContextQueue.here), and belongs to \(context.placeText); use it inside of perform or "
      + "performAndWait"
    if processMode == .trap { preconditionFailure("Causeway: \(line)") }
    known.withLock { $0.lines.append(line) }
    // The frames of this function and of the entrances say nothing of the place.
    let symbols = Thread.callStackSymbols.dropFirst(3).prefix(5).joined(separator: "\n  ")
    Notice.show(["\(line)\n  \(symbols)"])
  }

  /// Whether the place in the code has not been said.
  private static func isNew() -> Bool {
    let isEnough = known.withLock { known in
      known.findings += 1
      return known.findings > mostFindings
    }
    if isEnough { return false }
    let addresses = Array(Thread.callStackReturnAddresses.dropFirst(3).prefix(6).map(\.uintValue))
    return known.withLock { $0.places.insert(addresses).inserted }
  }
}

extension NSManagedObjectContext {
  /// To be called where the context is used; costs nothing in release builds.
  @inline(__always) final func checkQueue(_ call: @autoclosure () -> String) {
    #if DEBUG
      if !queue.isCurrent { QueueCheck.report(call(), of: self) }
    #endif
  }

  /// The context's name and queue.
  fileprivate final var placeText: String {
    let title = name.map { "the context \"\($0)\"" } ?? "a context"
    return "\(title) of \(queue)"
  }
}

extension NSManagedObject {
  /// To be called where the object is used; costs nothing in release builds.
  @inline(__always) final func checkQueue(_ key: @autoclosure () -> String?) {
    #if DEBUG
      if let graph = _$ref.context, let context = graph.face as? NSManagedObjectContext, !context.queue.isCurrent {
        QueueCheck.report(useText(key()), of: context)
      }
    #endif
  }

  /// Entity, property and identifier, without a look at what only the right queue may look at.
  private final func useText(_ key: String?) -> String {
    let name = facts.entity.name ?? ""
    let row = _$ref.header.pointee.key
    let id = knownID?.uriRepresentation().absoluteString ?? (row > 0 ? "p\(row)" : "not saved")
    return key.map { "\(name).\($0) of \(id)" } ?? "\(name) \(id)"
  }
}
