import Foundation
import FoundationAdditions
import Testing

/// Changes of a text, taken back.
@Suite struct UndoManagerTests {
  private final class Note {
    var text = ""
    let undo = UndoManager()

    func set(_ text: String) {
      let old = self.text
      undo.registerUndo(withTarget: self) { $0.set(old) }
      self.text = text
    }

    func step(_ text: String, name: String = "") {
      undo.beginUndoGrouping()
      set(text)
      if !name.isEmpty { undo.setActionName(name) }
      undo.endUndoGrouping()
    }
  }

  @Test func groupsAreTakenBackOneByOne() {
    let note = Note()
    note.undo.groupsByEvent = false
    note.step("a")
    note.step("b")
    #expect(note.undo.undoCount == 2)
    note.undo.undo()
    #expect(note.text == "a")
    #expect(note.undo.canRedo)
    note.undo.redo()
    #expect(note.text == "b")
    note.undo.undo()
    note.undo.undo()
    #expect(note.text == "")
    #expect(!note.undo.canUndo)
    #expect(note.undo.redoCount == 2)
    note.undo.redo()
    #expect(note.text == "a")
    // A new change ends what could be done again.
    note.step("c")
    #expect(!note.undo.canRedo)
    note.undo.undo()
    #expect(note.text == "a")
    // Nothing left to do again below.
    note.undo.undo()
    note.undo.undo()
    #expect(note.text == "")
  }

  @Test func groupsInsideBelongToTheOuterOne() {
    let note = Note()
    note.undo.groupsByEvent = false
    note.undo.beginUndoGrouping()
    note.step("a")
    #expect(note.undo.groupingLevel == 1)
    note.step("b")
    note.set("c")
    note.undo.endUndoGrouping()
    #expect(note.undo.groupingLevel == 0)
    note.undo.undo()
    #expect(note.text == "")
    note.undo.redo()
    #expect(note.text == "c")
  }

  @Test func changesWithoutGroupsAreOneUntilUndone() {
    let note = Note()
    note.set("a")
    note.set("b")
    #expect(note.undo.canUndo)
    #expect(note.undo.groupingLevel == 1)
    note.undo.undo()
    #expect(note.text == "")
    note.undo.redo()
    #expect(note.text == "b")
    // Groups of the program's own are steps of their own, also where groups open by themselves.
    note.step("c")
    note.step("d")
    note.undo.undo()
    #expect(note.text == "c")
  }

  @Test func levelsAreLimited() {
    let note = Note()
    note.undo.groupsByEvent = false
    note.undo.levelsOfUndo = 2
    for text in ["a", "b", "c", "d"] { note.step(text) }
    #expect(note.undo.undoCount == 2)
    while note.undo.canUndo { note.undo.undo() }
    #expect(note.text == "b")
    note.undo.levelsOfUndo = 1
    #expect(note.undo.redoCount == 1)
  }

  @Test func namesFollowTheirGroups() {
    let note = Note()
    note.undo.groupsByEvent = false
    note.step("a", name: "Typing")
    note.step("b", name: "Paste")
    #expect(note.undo.undoActionName == "Paste")
    #expect(note.undo.undoMenuItemTitle == "Undo Paste")
    note.undo.undo()
    #expect(note.undo.undoActionName == "Typing")
    #expect(note.undo.redoActionName == "Paste")
    #expect(note.undo.redoMenuItemTitle == "Redo Paste")
    note.undo.undo()
    #expect(note.undo.undoMenuItemTitle == "Undo")
    note.undo.redo()
    #expect(note.undo.undoActionName == "Typing")
  }

  @Test func registrationCanBeOff() {
    let note = Note()
    note.undo.groupsByEvent = false
    note.undo.disableUndoRegistration()
    #expect(!note.undo.isUndoRegistrationEnabled)
    note.step("a")
    note.undo.enableUndoRegistration()
    #expect(!note.undo.canUndo)
    note.step("b")
    note.undo.removeAllActions(withTarget: note)
    #expect(!note.undo.canUndo)
    note.step("c")
    note.undo.removeAllActions()
    #expect(!note.undo.canUndo)
  }

  @Test func targetsAreNotKeptAlive() {
    let undo = UndoManager()
    undo.groupsByEvent = false
    weak var gone: Note?
    do {
      let note = Note()
      gone = note
      undo.beginUndoGrouping()
      undo.registerUndo(withTarget: note) { $0.text = "undone" }
      undo.endUndoGrouping()
    }
    #expect(gone == nil)
    undo.undo()
    #expect(!undo.canUndo)
  }

  @Test func notificationsComeInOrder() {
    let note = Note()
    note.undo.groupsByEvent = false
    let seen = Seen()
    let names: [(Notification.Name, String)] = [
      (.NSUndoManagerDidOpenUndoGroup, "opened"), (.NSUndoManagerWillCloseUndoGroup, "closing"),
      (.NSUndoManagerDidCloseUndoGroup, "closed"), (.NSUndoManagerWillUndoChange, "undoing"),
      (.NSUndoManagerDidUndoChange, "undone"), (.NSUndoManagerWillRedoChange, "redoing"),
      (.NSUndoManagerDidRedoChange, "redone"),
    ]
    let tokens = names.map { name, word in
      NotificationCenter.default.addObserver(forName: name, object: note.undo, queue: nil) { _ in
        seen.lines.append(word)
      }
    }
    defer { tokens.forEach { NotificationCenter.default.removeObserver($0) } }
    note.step("a")
    #expect(seen.lines == ["opened", "closing", "closed"])
    seen.lines = []
    note.undo.undo()
    #expect(seen.lines.first == "undoing")
    #expect(seen.lines.last == "undone")
    seen.lines = []
    note.undo.redo()
    #expect(seen.lines.first == "redoing")
    #expect(seen.lines.last == "redone")
  }

  private final class Seen: @unchecked Sendable {
    // Unchecked because the notifications come on the test's own thread.
    var lines: [String] = []
  }

  @Test func wrongCallsStop() async {
    await #expect(processExitsWith: .failure) { UndoManager().endUndoGrouping() }
    await #expect(processExitsWith: .failure) { UndoManager().enableUndoRegistration() }
    await #expect(processExitsWith: .failure) {
      let undo = UndoManager()
      undo.groupsByEvent = false
      undo.registerUndo(withTarget: undo) { _ in }
    }
  }
}
