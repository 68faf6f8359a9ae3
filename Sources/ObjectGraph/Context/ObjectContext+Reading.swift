import Foundation
import ModelDescription
import QueryModel
import StoreContract

/// Rows become objects; slots that wait get their values.
extension ObjectContext {
  /// Runs a fetch and hands out the objects of its rows, in order.
  func fetch(_ request: FetchRequest, includesDeleted: Bool, _ body: (AnyObject, StateReference) throws -> Void) throws
  {
    try throwDeferredError()
    receive()
    refreshDoubles()
    try store.fetch(request) { row in
      let (object, state) = try self.object(row, showing: request.fields)
      if includesDeleted || !state.isDeleted { try body(object, state) }
    }
  }

  /// The object of a row: the registered one, brought up to date when it is unchanged, or a new one.
  ///
  /// - Parameter fields: those that the row shows; all when `nil`.
  func object(
    _ row: RowCursor, showing fields: Set<Int>? = nil
  ) throws -> (object: AnyObject, state: StateReference) {
    let (concrete, key) = (row.entity(), row.primaryKey())
    if let known = find(entity: concrete, key: key) {
      let isFault = known.state.flags.contains(.fault)
      let isStale = isFault || (refreshesWhenFetched && known.state.header.pointee.version != row.version())
      if isStale && !known.state.isChanged, let binding = classes.binding(ofEntity: concrete) {
        known.state.releaseSlots()
        try fill(known.state, from: row, binding, showing: fields)
      }
      return known
    }
    guard let binding = classes.binding(ofEntity: concrete) else {
      throw GraphError(
        .modelMismatch, "rows of this entity have no class", entity: store.model.entity(numbered: concrete)?.name)
    }
    let object = binding.source.blank()
    let state = object._$ref
    if binding.hasDefaults { state.releaseSlots() }
    register(object, state, entity: concrete, key: key)
    try fill(state, from: row, binding, showing: fields)
    return (object, state)
  }

  /// The object with that key, from the store when it is not registered; `nil` when there is no such row.
  package func object(entity: Int, key: Int64) throws -> AnyObject? {
    if let known = find(entity: entity, key: key) { return known.state.flags.contains(.gone) ? nil : known.object }
    var found: AnyObject?
    try store.rows([key], of: entity) { found = try self.object($0).object }
    return found
  }

  /// Puts a row's values into empty slots.
  ///
  /// What lies apart from the row, in a file of its own, and what the row does not show wait for their first use.
  func fill(
    _ state: StateReference, from row: RowCursor, _ binding: ClassBinding, showing fields: Set<Int>? = nil
  ) throws {
    state.header.pointee.version = row.version()
    state.header.pointee.flags.remove(.fault)
    state.header.pointee.clean = binding.layout.allBits
    state.header.pointee.pending = binding.relationshipBits | (binding.isWide ? StateReference.bit(63) : 0)
    for step in binding.filling {
      let slot = step.slot
      if let fields, !fields.contains(step.firstField) {
        state.header.pointee.pending |= StateReference.bit(slot)
        state.at(slot, as: Slot.self).pointee = .unread
        continue
      }
      if step.kind == .other {
        if step.mayLieApart, row.isApart(step.firstField) {
          state.header.pointee.pending |= StateReference.bit(slot)
          state.at(slot, as: Slot.self).pointee = .unread
          continue
        }
        try fill(state, slot: slot, from: row, binding)
        continue
      }
      switch (step.kind, row.value(step.firstField)) {
      case (.integer, .integer(let integer)):
        state.at(slot, as: Slot.self).pointee = Slot(UInt64(bitPattern: integer), 1)
      case (.real, .real(let real)):
        state.at(slot, as: Slot.self).pointee = Slot(real.bitPattern, 1)
      case (.real, .integer(let integer)):
        state.at(slot, as: Slot.self).pointee = Slot(Double(integer).bitPattern, 1)
      case (.string, .text(let utf8)):
        state.at(slot, as: String?.self).initialize(to: String(decoding: utf8, as: UTF8.self))
      case (.toOne, .reference(let entity, let key)):
        state.at(slot, as: Slot.self).pointee = Slot(UInt64(bitPattern: key), UInt64(entity))
      default: try fill(state, slot: slot, from: row, binding)
      }
    }
  }

  /// Puts a row's values into empty slots, those too that lie apart from it.
  func fillWhole(_ state: StateReference, from row: RowCursor, _ binding: ClassBinding) throws {
    try fill(state, from: row, binding)
    for slot in 0..<min(63, binding.layout.count)
    where state.isPending(slot) && state.at(slot, as: Slot.self).pointee.isUnread {
      state.at(slot, as: Slot.self).pointee = .empty
      state.header.pointee.pending &= ~StateReference.bit(slot)
      try fill(state, slot: slot, from: row, binding)
    }
  }

  private func fill(_ state: StateReference, slot: Int, from row: RowCursor, _ binding: ClassBinding) throws {
    let property = binding.slots[slot]
    guard let field = property.field else {
      if case .composite(let fields, _) = property.content {
        try fillComposite(state, slot: slot, fields.map { BoxedForm(row.value($0)) }, property, binding)
      }
      return
    }
    switch row.value(field) {
    case .null:
      if case .attribute(_, let attribute) = property.content, attribute.allowsExternalStorage,
        let error = row.absence(of: field),
        saidAbsences.insert(Absence(entity: binding.entity.number, key: row.primaryKey(), field: field)).inserted
      {
        deferError(error)
      }
      if property.type.kind != .toOne { try missing(state, slot: slot, property, binding) }
      if property.type.kind == .toOne { state.at(slot, as: Slot.self).pointee = .empty }
    case .reference(let entity, let key):
      state.at(slot, as: Slot.self).pointee = Slot(UInt64(bitPattern: key), UInt64(entity))
    case .integer(let integer):
      if property.type.kind == .scalar {
        if property.isNarrow { try check(integer, row, property, binding) }
        let word = property.type.isReal ? Double(integer).bitPattern : UInt64(bitPattern: integer)
        state.at(slot, as: Slot.self).pointee = Slot(word, 1)
      } else {
        try fillBox(state, slot: slot, .integer(integer), property, binding)
      }
    case .real(let real):
      if property.type.kind == .scalar {
        let word = property.type.isReal ? real.bitPattern : UInt64(bitPattern: Int64(exactly: real.rounded()) ?? 0)
        state.at(slot, as: Slot.self).pointee = Slot(word, 1)
      } else {
        try fillBox(state, slot: slot, .real(real), property, binding)
      }
    case .text(let utf8):
      let text = String(decoding: utf8, as: UTF8.self)
      if property.type.kind == .string {
        state.at(slot, as: String?.self).pointee = text
      } else {
        try fillBox(state, slot: slot, .text(text), property, binding)
      }
    case .blob(let bytes):
      if let attribute = property.transformable {
        return try fillTransformable(state, slot: slot, Data(bytes), attribute, property, binding)
      }
      try fillBox(state, slot: slot, .data(Data(bytes)), property, binding)
    }
  }

  /// The store's integer type is wider than the class's, and this value needs the width.
  private func check(_ integer: Int64, _ row: RowCursor, _ property: SlotBinding, _ binding: ClassBinding) throws {
    guard !property.type.holds(integer) else { return }
    throw GraphError(
      .validation,
      "row \(row.primaryKey()) has the value \(integer), which the type of the class's property cannot hold",
      entity: binding.entity.name, property: property.name)
  }

  /// A mandatory value that the row lacks reads as the model's default, or as zero.
  private func missing(_ state: StateReference, slot: Int, _ property: SlotBinding, _ binding: ClassBinding) throws {
    state.at(slot, as: Slot.self).pointee = .empty
    guard property.type.kind == .box, !property.type.isOptional, property.type.zeroBox == nil else { return }
    throw GraphError(
      .validation,
      "row \(state.header.pointee.key) has no value here, and the class's type has no empty one; make the property optional",
      entity: binding.entity.name, property: property.name)
  }

  private func fillBox(
    _ state: StateReference, slot: Int, _ form: BoxedForm, _ property: SlotBinding, _ binding: ClassBinding
  ) throws {
    if property.type.kind == .box, let box = property.type.box(form) {
      state.at(slot, as: AnyObject?.self).pointee = box
      return
    }
    let misfit = ShapeError(description: "the stored value \(form) does not fit the class's property")
    guard property.type.kind == .box, property.isLazy else { throw unreadable(state, property, binding, misfit) }
    // A case that the enum does not have, mostly. The other rows of a fetch are not to suffer for it.
    state.at(slot, as: AnyObject?.self).pointee = StoredBox([form]) { _ in throw misfit }
  }

  /// Keeps what the row has of a composite until someone reads it; without any value it is nil.
  private func fillComposite(
    _ state: StateReference, slot: Int, _ forms: [BoxedForm], _ property: SlotBinding, _ binding: ClassBinding
  ) throws {
    guard forms.contains(where: { $0 != .null }) else { return try missing(state, slot: slot, property, binding) }
    let (type, fills) = (property.type, readsMissingPartsAsZero)
    let box = StoredBox(forms) { try type.box(fills ? type.fillingParts(of: $0) : $0) }
    try keep(state, slot: slot, box, property, binding)
  }

  /// Keeps the bytes of a transformable until someone reads it.
  private func fillTransformable(
    _ state: StateReference, slot: Int, _ data: Data, _ attribute: AttributeDescription, _ property: SlotBinding,
    _ binding: ClassBinding
  ) throws {
    let (type, coding) = (property.type, binding.coding)
    if type.kind == .box {
      let box = StoredBox([.data(data)]) { _ in
        type.box(holding: try coding.value(in: data, for: attribute, as: type.wrapped))
      }
      try keep(state, slot: slot, box, property, binding)
    } else {
      do {
        type.store(try coding.value(in: data, for: attribute, as: type.wrapped), state.at(slot, as: Slot.self))
      } catch {
        throw unreadable(state, property, binding, error)
      }
    }
  }

  /// What a row has cannot be made a value of the class.
  private func unreadable(
    _ state: StateReference, _ property: SlotBinding, _ binding: ClassBinding, _ error: any Error
  ) -> GraphError {
    GraphError(
      .validation, "row \(state.header.pointee.key): \(error)", entity: binding.entity.name, property: property.name)
  }

  /// Without an empty value to fall back on, a value is made at once, where an error can be thrown.
  private func keep(
    _ state: StateReference, slot: Int, _ box: StoredBox, _ property: SlotBinding, _ binding: ClassBinding
  ) throws {
    guard !property.isLazy else {
      state.at(slot, as: AnyObject?.self).pointee = box
      return
    }
    do {
      state.at(slot, as: AnyObject?.self).pointee = try box.unpacked()
    } catch {
      throw unreadable(state, property, binding, ShapeError(description: box.reason(error)))
    }
  }

  /// Makes a waiting slot readable. Errors cannot be thrown here: the slot reads as nothing, the next call throws.
  func resolve(_ state: StateReference, slot: Int) {
    if state.flags.contains(.double) { return resolveDouble(state, slot: slot) }
    do {
      guard let binding = classes.binding(ofEntity: Int(state.header.pointee.entity)) else { return }
      if state.flags.contains(.fault) {
        try readRow(state, binding, 0..<min(63, binding.layout.count))
      }
      guard state.isPending(slot) else { return }
      if slot < 63, state.at(slot, as: Slot.self).pointee.isUnread {
        try readRest(state, binding)
        guard state.isPending(slot) else { return }
      }
      if slot < 63 {
        state.header.pointee.pending &= ~StateReference.bit(slot)
        try resolveRelationship(state, slot: slot, binding)
      } else {
        state.header.pointee.pending &= ~StateReference.bit(slot)
        try readRow(state, binding, 63..<binding.layout.count)
        for slot in binding.relationships where slot >= 63 { try resolveRelationship(state, slot: slot, binding) }
      }
    } catch {
      deferError(error)
    }
  }

  /// Reads what lies apart from the row, and what was left out of it. The row is read again: a save may have put the value into another file since.
  private func readRest(_ state: StateReference, _ binding: ClassBinding) throws {
    let unread = (0..<min(63, binding.layout.count)).filter {
      state.isPending($0) && state.at($0, as: Slot.self).pointee.isUnread
    }
    for slot in unread {
      state.at(slot, as: Slot.self).pointee = .empty
      if binding.slots[slot].relationship == nil { state.header.pointee.pending &= ~StateReference.bit(slot) }
    }
    try readRow(state, binding, unread)
  }

  /// Reads the object's row again for some slots; without a row everything that waits reads as nothing.
  private func readRow(_ state: StateReference, _ binding: ClassBinding, _ slots: some Sequence<Int>) throws {
    var isFound = false
    try store.rows([state.header.pointee.key], of: binding.entity.number) { row in
      isFound = true
      if state.flags.contains(.fault) {
        try self.fill(state, from: row, binding)
      } else {
        for slot in slots { try self.fill(state, slot: slot, from: row, binding) }
      }
    }
    if !isFound {
      state.abandonPending()
      state.header.pointee.flags.insert(.gone)
      hasMetGone = true
    }
  }

  private func resolveRelationship(_ state: StateReference, slot: Int, _ binding: ClassBinding) throws {
    switch binding.slots[slot].content {
    case .toOne:
      let key = state.at(slot, as: Slot.self).pointee
      state.at(slot, as: Slot.self).pointee = .empty
      guard key.word != 0 else { return }
      let destination = try object(entity: Int(key.tag), key: Int64(bitPattern: key.word))
      if let destination, !binding.slots[slot].type.accepts(destination) {
        throw GraphError(
          .validation, "the row refers to an object of the class \(type(of: destination))", entity: binding.entity.name,
          property: binding.slots[slot].name)
      }
      state.at(slot, as: AnyObject?.self).pointee = destination
    case .toMany(let relationship):
      state.at(slot, as: Slot.self).pointee = .empty
      var members: [AnyObject] = []
      try store.related(relationship.name, of: binding.entity.number, owners: [state.header.pointee.key]) { _, row in
        let (object, member) = try self.object(row)
        if !member.isDeleted { members.append(object) }
      }
      state.at(slot, as: AnyObject?.self).pointee = binding.slots[slot].type.members(members)
    case .attribute, .composite, .transient: return
    }
  }
}
