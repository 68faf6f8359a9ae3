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

/// Something to do once when the present turn of the main run loop or queue ends.
final class EventTurn: Sendable {
  /// Whether the turn is known to end.
  let isSure: Bool

  /// `nil` off the main queue.
  ///
  /// - Parameter end: is called on the main queue, unless this is gone by then.
  init?(_ end: @escaping () -> Void) {
    let relay = Relay(end: end)
    guard let isSure = MainTurn.atEnd({ relay.run() }) else { return nil }
    self.isSure = isSure
    relay.turn = self
  }

  private final class Relay: @unchecked Sendable {
    // Unchecked because it is made and called on the main queue.
    private let end: () -> Void
    weak var turn: EventTurn?

    init(end: @escaping () -> Void) { self.end = end }

    func run() {
      if turn != nil { end() }
    }
  }
}
