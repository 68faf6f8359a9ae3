import StoreContract

/// What a slot held at one moment.
enum KeptValue {
  case scalar(Slot)
  case string(String?)
  case toOne(AnyObject?)
  /// A to-one as its row had it.
  case row(RowKey?)
  case toMany([AnyObject]?)
  case box(AnyObject?)
  /// Nobody had read it, so that nothing changed it either.
  case unread

  init(_ state: StateReference, _ slot: Int) {
    guard !state.isPending(slot) else {
      self = .unread
      return
    }
    self =
      switch state.layout.properties[slot].type.kind {
      case .scalar: .scalar(state.at(slot, as: Slot.self).pointee)
      case .string: .string(state.at(slot, as: String?.self).pointee)
      case .toOne: .toOne(state.reference(slot))
      case .toMany: .toMany((state.reference(slot) as? AnyMembers)?.objects)
      case .box: .box(state.reference(slot))
      }
  }

  /// What a row has, in an object that was filled from it and is in no context.
  init(ofRow state: StateReference, _ slot: Int) {
    if state.layout.properties[slot].type.kind == .toOne, state.isPending(slot), slot < 63 {
      self = .row(state.waitingKey(slot))
    } else {
      self.init(state, slot)
    }
  }

  private func isMade(_ box: AnyObject?, of stored: AnyObject?) -> Bool {
    guard let box, let stored = stored as? StoredBox else { return false }
    return stored.made === box
  }

  /// A relationship that leads nowhere.
  var isUnset: Bool {
    switch self {
    case .toOne(nil): true
    case .toMany(let members): members?.isEmpty ?? true
    default: false
    }
  }

  var isUnread: Bool {
    if case .unread = self { true } else { false }
  }

  /// Boxes are compared by identity: setting one makes a new one. What was made of a row's is no other value.
  func isSame(as other: KeptValue) -> Bool {
    switch (self, other) {
    case (.scalar(let left), .scalar(let right)): left.word == right.word && left.tag == right.tag
    case (.string(let left), .string(let right)): left == right
    case (.toOne(let left), .toOne(let right)): left === right
    case (.box(let left), .box(let right)):
      left === right || isMade(left, of: right) || isMade(right, of: left)
    case (.toMany(let left), .toMany(let right)):
      (left ?? []).count == (right ?? []).count && zip(left ?? [], right ?? []).allSatisfy { $0 === $1 }
    case (.row(let left), .row(let right)): left == right
    case (.unread, _), (_, .unread): true
    default: false
    }
  }
}
