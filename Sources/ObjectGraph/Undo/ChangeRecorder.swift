/// Keeps what objects were before they changed, so that changes can be taken back.
///
/// A context hears only of an object's first change after its row was read or saved. So what is unsaved is looked at
/// whole when a step ends, and compared with what it was at the end of the step before.
package final class ChangeRecorder {
  private unowned let context: ObjectContext
  /// Objects that may have changed since the last step, as they were then.
  private var known: [ObjectIdentifier: (object: any _ModelObject, moment: ChangeStep.Moment)] = [:]
  /// In the order in which they changed.
  private var order: [ObjectIdentifier] = []
  /// Called when something changes after a step.
  private let onChange: () -> Void
  private var isQuiet = true
  private var lastStep = 0
  private var takers: [ObjectIdentifier: Taker] = [:]

  /// A new object that turned out to stand for a row which was there before it.
  private struct Taker {
    weak var object: AnyObject?
    /// The last step before that.
    let step: Int
    /// What the row had; empty where it was left as it was.
    let row: [KeptValue]
  }

  package init(_ context: ObjectContext, onChange: @escaping () -> Void) {
    self.context = context
    self.onChange = onChange
    for object in context.insertedObjects + context.updatedObjects + context.deletedObjects { note(object) }
    isQuiet = true
  }

  // MARK: what the context says

  /// A property is about to change.
  func willChange(_ state: StateReference) {
    guard let object = context.object(of: state) as? any _ModelObject else { return }
    note(object)
  }

  /// A property is about to change, or the object to be deleted or to come back.
  func note(_ object: any _ModelObject) {
    let identity = ObjectIdentifier(object)
    if known[identity] != nil {
      fill(identity, object._$ref)
    } else {
      add(object, moment(object))
    }
    wake()
  }

  func didInsert(_ object: any _ModelObject) {
    if known[ObjectIdentifier(object)] == nil {
      var moment = moment(object)
      moment.isPresent = false
      add(object, moment)
    }
    wake()
  }

  /// A save found that a new object stands for a row which was there: its insertion made none.
  func didTakeOver(_ object: any _ModelObject, _ row: [KeptValue]) {
    takers[ObjectIdentifier(object)] = Taker(object: object, step: lastStep, row: row)
  }

  private func add(_ object: any _ModelObject, _ moment: ChangeStep.Moment) {
    known[ObjectIdentifier(object)] = (object, moment)
    order.append(ObjectIdentifier(object))
  }

  private func wake() {
    guard isQuiet else { return }
    isQuiet = false
    onChange()
  }

  /// What nobody had read is read before it changes.
  private func fill(_ identity: ObjectIdentifier, _ state: StateReference) {
    guard let values = known[identity]?.moment.values else { return }
    for slot in values.indices where values[slot].isUnread && !state.isPending(slot) {
      known[identity]?.moment.values[slot] = KeptValue(state, slot)
    }
  }

  private func moment(_ object: any _ModelObject) -> ChangeStep.Moment {
    let state = object._$ref
    return ChangeStep.Moment(
      isPresent: context.owns(state) && !state.isDeleted,
      values: (0..<state.layout.count).map { KeptValue(state, $0) })
  }

  // MARK: steps

  /// Ends a step; `nil` when nothing changed in it.
  package func takeStep() -> ChangeStep? {
    // What was written to a double is a change of the object that it stands for.
    context.foldDoubles()
    isQuiet = true
    guard !order.isEmpty else { return nil }
    var changes: [ChangeStep.Change] = []
    let (keys, entries) = (order, known)
    forget()
    for key in keys {
      guard let (object, before) = entries[key] else { continue }
      let after = moment(object)
      let isChanged =
        before.isPresent != after.isPresent
        || before.isPresent && !zip(before.values, after.values).allSatisfy { $0.isSame(as: $1) }
      if isChanged { changes.append(.init(object: object, before: before, after: after)) }
      // As long as it is unsaved, the context does not say when it changes again.
      if object._$ref.isChanged || context.owns(object._$ref) && object._$ref.isDeleted { add(object, after) }
    }
    guard !changes.isEmpty else { return nil }
    lastStep += 1
    return ChangeStep(number: lastStep, changes: changes)
  }

  /// Forgets what was noted since the last step.
  package func forget() {
    known.removeAll()
    order.removeAll()
    isQuiet = true
  }

  /// Makes objects what they are after a step.
  package func perform(_ step: ChangeStep) {
    for change in step.changes where change.after.isPresent { context.bringBack(change.object) }
    for change in step.changes where change.after.isPresent {
      let object = context.standing(change.object)
      guard let object = object as? any _ModelObject else { continue }
      // What a new object has not set is the row's, when that was there before.
      let keepsUnset = taker(change, step) != nil && !change.before.isPresent
      for (slot, value) in change.after.values.enumerated()
      where !change.before.isPresent || !value.isSame(as: change.before.values[slot]) {
        if keepsUnset && value.isUnset { continue }
        context.set(slot, of: object, to: value)
      }
    }
    for change in step.changes where !change.after.isPresent {
      guard let taker = taker(change, step) else {
        context.takeAway(change.object)
        continue
      }
      guard let object = context.standing(change.object) as? any _ModelObject else { continue }
      for (slot, value) in taker.row.enumerated() where slot < object._$ref.layout.count {
        context.set(slot, of: object, to: value)
      }
    }
    context.onPerform?(step)
  }

  /// What is known of an object that a step inserted and that stands for an older row: this does not go with the
  /// insertion, but has what it had before.
  private func taker(_ change: ChangeStep.Change, _ step: ChangeStep) -> Taker? {
    guard let taker = takers[ObjectIdentifier(change.object)], taker.object === change.object,
      step.number <= taker.step
    else { return nil }
    return taker
  }
}
