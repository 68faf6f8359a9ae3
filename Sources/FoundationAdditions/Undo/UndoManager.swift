public import Foundation

/// Remembers how to take changes back.
///
/// Foundation has this class on Apple's platforms only. A group opens by itself at the first change of a turn of the main
/// run loop and closes at its end. A turn is also a block of the main queue where that is run without a loop: what an
/// async main, or code of the main actor, does between two suspensions. Off the main queue, and in programs that do not run
/// it, no turn ends, as with Apple's class on a thread without a loop: a group closes when something is undone, so that
/// all changes since the last undo are one. Open groups of your own for smaller steps.
open class UndoManager: NSObject {
  private var undos: [UndoGroup] = []
  private var redos: [UndoGroup] = []
  /// Groups that are open, the outermost first.
  private var open: [UndoGroup] = []
  private var disabled = 0
  private var limit = 0
  private var work = Work.recording
  /// The outermost group was opened by a change, not by the program.
  private var isOpenByEvent = false
  private var turn: EventTurn?

  private enum Work {
    case recording, undoing, redoing
  }

  public override init() {}

  // MARK: groups

  open func beginUndoGrouping() {
    // Those who register late do so now, while no group is half open.
    post(.NSUndoManagerCheckpoint)
    // Apple's manager opens one for the event first, so that the program's groups stand inside.
    if open.isEmpty, groupsByEvent, work == .recording { openByEvent() }
    push()
  }

  /// Closes the innermost group. One that was not opened stops the program, as with Apple's.
  open func endUndoGrouping() {
    precondition(!open.isEmpty, "endUndoGrouping was called without a matching beginUndoGrouping.")
    post(.NSUndoManagerCheckpoint)
    post(.NSUndoManagerWillCloseUndoGroup, isDiscardable: open.last?.isDiscardable ?? false)
    close()
    // An event's group ends with the last of those inside that the program opened: nothing else would end it here.
    if isOpenByEvent, open.count == 1, turn?.isSure != true { closeByEvent() }
  }

  open var groupingLevel: Int { open.count }

  open var groupsByEvent = true

  private func push() {
    post(.NSUndoManagerCheckpoint)
    open.append(UndoGroup())
    post(.NSUndoManagerDidOpenUndoGroup)
  }

  private func close() {
    guard let group = open.popLast() else { return }
    if let outer = open.last {
      outer.take(group)
    } else if !group.isEmpty {
      switch work {
      case .recording, .redoing:
        undos.append(group)
        if limit > 0, undos.count > limit { undos.removeFirst(undos.count - limit) }
      case .undoing: redos.append(group)
      }
    }
    post(.NSUndoManagerDidCloseUndoGroup)
  }

  private func openByEvent() {
    isOpenByEvent = true
    push()
    turn = EventTurn { [weak self] in self?.endEvent() }
  }

  /// At the end of a turn.
  private func endEvent() {
    turn = nil
    if isOpenByEvent, open.count == 1, work == .recording { closeByEvent() }
  }

  private func closeByEvent() {
    isOpenByEvent = false
    turn = nil
    post(.NSUndoManagerCheckpoint)
    post(.NSUndoManagerWillCloseUndoGroup)
    close()
  }

  // MARK: registering

  open func disableUndoRegistration() { disabled += 1 }

  open func enableUndoRegistration() {
    precondition(disabled > 0, "enableUndoRegistration was called without a matching disableUndoRegistration.")
    disabled -= 1
  }

  open var isUndoRegistrationEnabled: Bool { disabled == 0 }

  /// Remembers an action that takes a change back. The target is not kept alive by it.
  public func registerUndo<TargetType: AnyObject>(
    withTarget target: TargetType, handler: @escaping (TargetType) -> Void
  ) {
    register(UndoAction(target: target) { [weak target] in if let target { handler(target) } })
  }

  private func register(_ action: UndoAction) {
    if disabled > 0 { return }
    if open.isEmpty {
      precondition(groupsByEvent, "Undo was registered outside of a group; call beginUndoGrouping first.")
      openByEvent()
    }
    open.last?.actions.append(action)
    if work == .recording { redos = [] }
  }

  // MARK: undo and redo

  /// 0 for no limit.
  open var levelsOfUndo: Int {
    get { limit }
    set {
      limit = max(0, newValue)
      guard limit > 0 else { return }
      if undos.count > limit { undos.removeFirst(undos.count - limit) }
      if redos.count > limit { redos.removeFirst(redos.count - limit) }
    }
  }

  /// The modes of the run loop whose turns end groups.
  open var runLoopModes: [RunLoop.Mode] = [.default]

  /// Takes the last group back, after closing that of the event.
  open func undo() {
    post(.NSUndoManagerCheckpoint)
    if isOpenByEvent, open.count == 1 { closeByEvent() }
    precondition(open.isEmpty, "undo was called with a group open; end it, or call undoNestedGroup.")
    undoNestedGroup()
  }

  open func redo() {
    post(.NSUndoManagerCheckpoint)
    if isOpenByEvent, open.count == 1 { closeByEvent() }
    precondition(open.isEmpty, "redo was called with a group open; end it first.")
    post(.NSUndoManagerCheckpoint)
    guard let group = redos.popLast() else { return }
    post(.NSUndoManagerWillRedoChange)
    run(group, as: .redoing)
    post(.NSUndoManagerDidRedoChange)
  }

  open func undoNestedGroup() {
    post(.NSUndoManagerCheckpoint)
    guard let group = undos.popLast() else { return }
    post(.NSUndoManagerWillUndoChange)
    run(group, as: .undoing)
    post(.NSUndoManagerDidUndoChange)
  }

  /// Actions run last first; what they register becomes the way back.
  private func run(_ group: UndoGroup, as kind: Work) {
    let outer = work
    work = kind
    push()
    open.last?.name = group.name
    for action in group.actions.reversed() { action.run() }
    while open.count > 1 { close() }
    close()
    work = outer
  }

  open var canUndo: Bool {
    post(.NSUndoManagerCheckpoint)
    return !undos.isEmpty || open.first.map { !$0.isEmpty } ?? false
  }
  open var canRedo: Bool {
    post(.NSUndoManagerCheckpoint)
    return !redos.isEmpty
  }
  open var undoCount: Int { undos.count + (isOpenByEvent && open.first?.isEmpty == false ? 1 : 0) }
  open var redoCount: Int { redos.count }
  open var isUndoing: Bool { work == .undoing }
  open var isRedoing: Bool { work == .redoing }

  open func removeAllActions() {
    undos = []
    redos = []
    open = []
    isOpenByEvent = false
    turn = nil
    disabled = 0
  }

  open func removeAllActions(withTarget target: Any) {
    let target = target as AnyObject
    for group in undos + redos + open { group.actions.removeAll { $0.target === target } }
    undos.removeAll { $0.isEmpty }
    redos.removeAll { $0.isEmpty }
  }

  // MARK: names

  open func setActionIsDiscardable(_ discardable: Bool) { open.last?.isDiscardable = discardable }
  open var undoActionIsDiscardable: Bool { undos.last?.isDiscardable ?? false }
  open var redoActionIsDiscardable: Bool { redos.last?.isDiscardable ?? false }

  open var undoActionName: String { (open.last { !$0.name.isEmpty } ?? undos.last)?.name ?? "" }
  open var redoActionName: String { redos.last?.name ?? "" }

  open func setActionName(_ actionName: String) {
    if let group = open.last { group.name = actionName } else { undos.last?.name = actionName }
  }

  open var undoMenuItemTitle: String { undoMenuTitle(forUndoActionName: undoActionName) }
  open var redoMenuItemTitle: String { redoMenuTitle(forUndoActionName: redoActionName) }

  open func undoMenuTitle(forUndoActionName actionName: String) -> String {
    actionName.isEmpty ? "Undo" : "Undo \(actionName)"
  }

  open func redoMenuTitle(forUndoActionName actionName: String) -> String {
    actionName.isEmpty ? "Redo" : "Redo \(actionName)"
  }

  private func post(_ name: Notification.Name, isDiscardable: Bool = false) {
    let info: [AnyHashable: Any]? = isDiscardable ? [NSUndoManagerGroupIsDiscardableKey: true] : nil
    NotificationCenter.default.post(name: name, object: self, userInfo: info)
  }
}
