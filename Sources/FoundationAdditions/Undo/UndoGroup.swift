import Foundation

/// Actions that are taken back together.
final class UndoGroup {
  var actions: [UndoAction] = []
  var name = ""
  var isDiscardable = false

  var isEmpty: Bool { actions.isEmpty }

  /// A group inside becomes part of its outer one, and names it when nothing else does.
  func take(_ inner: UndoGroup) {
    actions += inner.actions
    if !inner.name.isEmpty { name = inner.name }
    if inner.isDiscardable { isDiscardable = true }
  }
}

/// One way back. Does nothing when its target is gone.
struct UndoAction {
  weak var target: AnyObject?
  let run: () -> Void

  init(target: AnyObject, run: @escaping () -> Void) {
    self.target = target
    self.run = run
  }
}

/// Something to do once when the main run loop's present turn ends; never when that loop does not run.
///
/// It has no state: whether it is still there is all that it says.
final class RunLoopTurn: Sendable {
  /// - Parameter end: is called on the main thread.
  init?(_ end: @escaping () -> Void) {
    // Only the main thread's loop is known to come round again.
    guard Thread.isMainThread, RunLoop.current.currentMode != nil else { return nil }
    let work = Work(end: end)
    RunLoop.main.perform { [weak self] in
      if self != nil { work.end() }
    }
  }

  private struct Work: @unchecked Sendable {
    // Unchecked because it is made and called on the main thread.
    let end: () -> Void
  }
}
