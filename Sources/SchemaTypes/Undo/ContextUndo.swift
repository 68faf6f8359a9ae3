import Foundation
package import FoundationAdditions
package import ObjectGraph

/// Hands the changes of a context to an undo manager.
///
/// All changes between two looks are one step. Looked at is whenever the manager opens or closes a group, is asked what
/// it could undo, undoes or redoes; when the context saves or processes its pending changes; and after the turn of the
/// main run loop or queue in which something changed, where that is run.
package final class ContextUndo {
  package let manager: UndoManager
  private let recorder: ChangeRecorder
  private weak var graph: ObjectContext?
  private var observer: (any NSObjectProtocol)?

  package init(_ manager: UndoManager, _ graph: ObjectContext) {
    self.manager = manager
    self.graph = graph
    let box = WeakUndo()
    recorder = ChangeRecorder(graph) { box.undo?.changed() }
    graph.recorder = recorder
    box.undo = self
    // Posted on the thread that uses the manager, which is the one that uses the context.
    observer = NotificationCenter.default.addObserver(
      forName: .NSUndoManagerCheckpoint, object: manager, queue: nil
    ) { _ in box.undo?.register() }
  }

  deinit {
    if let observer { NotificationCenter.default.removeObserver(observer) }
    graph?.recorder = nil
  }

  /// Registers what changed since the last look.
  package func register() {
    guard let step = recorder.takeStep() else { return }
    // Of a program that groups by itself, what changed outside of its groups is a step of its own.
    let isOutside = !manager.groupsByEvent && manager.groupingLevel == 0
    if isOutside { manager.beginUndoGrouping() }
    manager.registerUndo(withTarget: self) { $0.perform(step.reversed) }
    if isOutside { manager.endUndoGrouping() }
  }

  private func perform(_ step: ChangeStep) {
    recorder.perform(step)
    register()
  }

  /// The changes are gone, and with them every way back.
  package func forget() {
    recorder.forget()
    manager.removeAllActions(withTarget: self)
  }

  private func changed() {
    let box = WeakUndo()
    box.undo = self
    _ = MainTurn.atEnd { box.undo?.register() }
  }
}

/// For closures that run where the context is used.
private final class WeakUndo: @unchecked Sendable {
  // Unchecked because the undo is set once, before anybody else knows of the box.
  weak var undo: ContextUndo?
}
