import Dispatch
import ObjectGraph
import Synchronization

/// Saves a context a second after its last change.
final class Autosave {
  /// Where the context is used, as far as that is known.
  enum Place {
    case main
    case queue(DispatchQueue)
    case anywhere
  }

  private static let delay: UInt64 = 1_000_000_000

  weak var context: ModelContext?
  private var lastChange: UInt64 = 0
  private var isWaiting = false
  var place = Place.anywhere

  var isEnabled = false {
    didSet {
      guard isEnabled != oldValue else { return }
      // The closure is the context's own and goes with it.
      context?.graph.onChange = isEnabled ? { [weak self] in self?.noteChange() } : nil
      if isEnabled, let context {
        ExitSaves.add(context)
        if context.graph.hasChanges { noteChange() }
      }
    }
  }

  private static var now: UInt64 { DispatchTime.now().uptimeNanoseconds }

  private func noteChange() {
    lastChange = Self.now
    guard !isWaiting else { return }
    isWaiting = true
    wait(Self.delay)
  }

  private func wait(_ nanoseconds: UInt64) {
    guard let context = context.map(UncheckedWeak.init) else { return }
    let work: @Sendable () -> Void = { context.object?.autosave.wake() }
    let deadline = DispatchTime.now() + .nanoseconds(Int(nanoseconds))
    switch place {
    case .main: DispatchQueue.main.asyncAfter(deadline: deadline, execute: work)
    case .queue(let queue): queue.asyncAfter(deadline: deadline, execute: work)
    case .anywhere: break
    }
  }

  private func wake() {
    let passed = Self.now - lastChange
    guard passed >= Self.delay else { return wait(Self.delay - passed) }
    isWaiting = false
    save()
  }

  /// For contexts that nobody wakes.
  func saveIfDue() {
    guard isWaiting, case .anywhere = place, Self.now - lastChange >= Self.delay else { return }
    isWaiting = false
    save()
  }

  func save() {
    guard isEnabled, let context, context.graph.hasChanges else { return }
    Self.noting { try context.save() }
  }

  /// Nobody is there to catch an error: it is said, and the changes stay unsaved.
  static func noting(_ save: () throws -> Void) {
    do { try save() } catch { Notice.show(["autosave failed: \(error)"]) }
  }
}

/// A weak reference for closures that run where the object is used.
final class UncheckedWeak<Object: AnyObject>: @unchecked Sendable {
  // Unchecked because whoever loads the object does so on its own queue.
  private(set) weak var object: Object?
  init(_ object: Object) { self.object = object }
}
