import ModelDescription
package import StoreContract

/// What a save will do, as a value: the request, and the objects that its results belong to.
package struct SavePlan {
  package private(set) var request = SaveRequest()
  /// In the order of `request.inserts` and `request.updates`.
  var inserted: [any _ModelObject] = []
  var updated: [any _ModelObject] = []
  private(set) var deleted: [any _ModelObject] = []
  /// New objects that stand for rows which are there already.
  var takeovers: [Takeover] = []
  /// New objects in whose place another new one is saved.
  var replaced: [Replaced] = []
  /// Rows that lost a partner to a takeover.
  private(set) var leftPartners: [RowKey] = []
  /// New objects have unique values, so that somebody else's save can come between a look at the rows and this one.
  var hasUniqueInserts = false

  let context: ObjectContext
  /// What a temporary key of the context is in the request, -1 at 0: a new object's place there, or a row's key.
  var places: [Int64] = []
  private var writtenLinks: Set<Link> = []

  private struct Link: Hashable {
    let relationship: String
    let from: RowKey
    let to: RowKey
  }

  /// Looks at everything that changed and refuses what the model does not allow.
  init(_ context: ObjectContext) throws {
    self.context = context
    request.author = context.author
    request.contextName = context.name
    inserted = context.insertedObjects
    updated = context.updatedObjects
    deleted = context.deletedObjects
    let count = context.inserted.map { -$0._$ref.header.pointee.key }.max() ?? 0
    places = (0..<count).map { -$0 - 1 }
    try settleUniqueness()
    number()
    var subject: StateReference?
    do {
      for object in deleted {
        let state = object._$ref
        subject = state
        try add(delete: state)
      }
      for object in inserted {
        let state = object._$ref
        subject = state
        try add(insert: state)
      }
      for object in updated {
        let state = object._$ref
        subject = state
        try add(update: state)
      }
      for index in takeovers.indices {
        subject = takeovers[index].object._$ref
        try add(takeover: index)
      }
      for object in inserted + updated {
        let state = object._$ref
        subject = state
        try addLinks(state)
      }
      for object in takeovers.filter(\.isWritten).map(\.object) + replaced.map(\.object) {
        let state = object._$ref
        subject = state
        try addLinks(state)
      }
    } catch var error as GraphError where error.object == nil {
      error.object = subject.map { RowKey(entity: Int($0.header.pointee.entity), primaryKey: $0.header.pointee.key) }
      throw error
    }
  }

  /// Knows what changed and plans nothing.
  init(lookingAt context: ObjectContext) {
    self.context = context
    inserted = context.insertedObjects
    updated = context.updatedObjects
    let count = context.inserted.map { -$0._$ref.header.pointee.key }.max() ?? 0
    places = (0..<count).map { -$0 - 1 }
  }

  /// What the plan took from a look at the store: rows that new objects stand for, and versions that updates expect.
  var basis: [RowVersion] {
    takeovers.map(\.row)
      + request.updates.compactMap { update in update.version.map { RowVersion(key: update.key, version: $0) } }
  }

  private mutating func number() {
    var positions: [Int64: Int64] = [:]
    let isPlain = takeovers.isEmpty && replaced.isEmpty
    for (position, object) in inserted.enumerated() {
      let key = object._$ref.header.pointee.key
      if isPlain { places[Int(-key) - 1] = -Int64(position) - 1 } else { positions[key] = -Int64(position) - 1 }
    }
    if isPlain { return }
    for index in places.indices where places[index] < 0 { places[index] = positions[places[index]] ?? places[index] }
  }

  func binding(_ state: StateReference) throws -> ClassBinding {
    guard let binding = context.classes.binding(ofEntity: Int(state.header.pointee.entity)) else {
      throw GraphError(.modelMismatch, "an object's entity has no class")
    }
    return binding
  }

  func end(_ slot: Int, _ binding: ClassBinding) -> RelationshipEnd? {
    binding.ends.first { $0.slot == slot }
  }

  func rowKey(_ state: StateReference) -> RowKey {
    let key = state.header.pointee.key
    if key < 0, state.flags.contains(.double) { return state.rowKey }
    return RowKey(
      entity: Int(state.header.pointee.entity), primaryKey: key < 0 ? places[Int(-key) - 1] : key)
  }

  // MARK: rows

  private mutating func add(insert state: StateReference) throws {
    let binding = try binding(state)
    var values = [StoredValue](repeating: .null, count: binding.entity.fields.count)
    for step in binding.writing {
      if let value = simpleValue(state, step, binding) {
        values[step.field] = value
      } else if step.field >= 0 {
        values[step.field] = try value(state, step.slot, binding)
        try binding.check(values[step.field], step.field)
      } else {
        for (field, value) in try composite(state, step.slot, binding) { values[field] = value }
      }
    }
    for (field, value) in try leftToOnes(of: state, binding) where values[field] == .null { values[field] = value }
    for field in binding.unboundFields {
      if let attribute = binding.entity.fields[field].attribute, attribute.derivation == nil {
        values[field] = StoredValue(default: attribute)
        if values[field] == .null && !attribute.isOptional {
          throw GraphError(
            .validation, "the store requires a value that the class does not have", entity: binding.entity.name,
            property: attribute.name, rule: .missingValue)
        }
        try binding.check(values[field], field)
      }
    }
    let reserved = context.reservedKeys.isEmpty ? nil : context.reservedKeys[state.header.pointee.key]
    request.inserts.append(.init(key: rowKey(state), values: values, reservedKey: reserved))
  }

  private mutating func add(update state: StateReference) throws {
    let binding = try binding(state)
    var values: [(field: Int, value: StoredValue)] = []
    var toManys: [String] = []
    for step in binding.writing where !state.isClean(step.slot) {
      if let value = simpleValue(state, step, binding) {
        values.append((step.field, value))
      } else if step.field >= 0 {
        let value = try value(state, step.slot, binding)
        try binding.check(value, step.field)
        values.append((step.field, value))
      } else {
        values += try composite(state, step.slot, binding)
      }
    }
    for end in binding.ends where end.isToMany && !state.isClean(end.slot) {
      if let relationship = binding.slots[end.slot].relationship { toManys.append(relationship.name) }
    }
    request.updates.append(
      .init(key: rowKey(state), version: state.header.pointee.version, values: values, changedToManys: toManys))
  }

  /// A row gets the values of the new object that stands for it; relationships that it leaves unset stay.
  private mutating func add(takeover index: Int) throws {
    let takeover = takeovers[index]
    guard takeover.isWritten else { return }
    let state = takeover.object._$ref
    let binding = try binding(state)
    var values: [(field: Int, value: StoredValue)] = []
    for step in binding.writing {
      let isToOne = binding.slots[step.slot].relationship != nil
      if isToOne, state.reference(step.slot) == nil { continue }
      if let value = simpleValue(state, step, binding) {
        values.append((step.field, value))
      } else if step.field >= 0 {
        let value = try value(state, step.slot, binding)
        if isToOne && value == .null { continue }
        try binding.check(value, step.field)
        values.append((step.field, value))
      } else {
        values += try composite(state, step.slot, binding)
      }
    }
    for left in try leftToOnes(of: state, binding) where !values.contains(where: { $0.field == left.field }) {
      values.append(left)
    }
    // Unsaved edits of the registered object of the row, as far as they are no values of the new one.
    if let old = takeover.edited?._$ref {
      for step in binding.writing where !old.isClean(step.slot) && binding.slots[step.slot].relationship != nil {
        if !values.contains(where: { $0.field == step.field }) {
          values.append((step.field, try value(old, step.slot, binding)))
        }
      }
    }
    let toManys = binding.ends.filter { end in
      end.isToMany && state.at(end.slot, as: AnyMembers?.self).pointee?.count ?? 0 > 0
    }.compactMap { binding.slots[$0.slot].relationship?.name }
    takeovers[index].update = request.updates.count
    request.updates.append(
      .init(key: takeover.row.key, version: takeover.row.version, values: values, changedToManys: toManys))
    try freePartners(of: takeover, binding)
  }

  /// To-ones that the new objects in whose place this one is saved had set, the latest first.
  private func leftToOnes(
    of winner: StateReference, _ binding: ClassBinding
  ) throws -> [(field: Int, value: StoredValue)] {
    guard !replaced.isEmpty else { return [] }
    var values: [(field: Int, value: StoredValue)] = []
    for loser in replaced.reversed() where loser.winner._$ref.header == winner.header {
      let state = loser.object._$ref
      for step in binding.writing where binding.slots[step.slot].relationship != nil {
        guard state.reference(step.slot) != nil, !values.contains(where: { $0.field == step.field }) else { continue }
        let value = try value(state, step.slot, binding)
        if value != .null { values.append((step.field, value)) }
      }
    }
    return values
  }

  /// The other end of a one-to-one that a takeover sets lets its former partner go.
  private mutating func freePartners(of takeover: Takeover, _ binding: ClassBinding) throws {
    let state = takeover.object._$ref
    for end in binding.ends where !end.isToMany && !end.isInverseToMany && end.inverseSlot >= 0 {
      guard let partner = state.reference(end.slot) as? any _ModelObject,
        let other = context.classes.binding(ofEntity: Int(partner._$ref.header.pointee.entity)),
        case .toOne(let field, let inverse) = other.slots[end.inverseSlot].content, inverse.description.isOptional
      else { continue }
      let held = try context.store.rows(
        of: other.entity.number, fields: [field], holding: [[.reference(takeover.row.key)]])
      guard case let row?? = held.first, row.key != rowKey(partner._$ref) else { continue }
      let isChanged = (updated + deleted).contains { $0._$ref.rowKey == row.key }
      if isChanged || takeovers.contains(where: { $0.row.key == row.key }) { continue }
      request.updates.append(.init(key: row.key, version: row.version, values: [(field, .null)]))
      leftPartners.append(row.key)
    }
  }

  private mutating func add(delete state: StateReference) throws {
    let binding = try binding(state)
    for slot in binding.relationships {
      guard let relationship = binding.slots[slot].relationship, relationship.description.deleteRule == .deny else {
        continue
      }
      if members(state, slot).contains(where: { !$0._$ref.isDeleted }) {
        throw GraphError(
          .validation, "cannot be deleted while the relationship has objects", entity: binding.entity.name,
          property: binding.slots[slot].name, rule: .deniedDelete)
      }
    }
    request.deletes.append(.init(key: rowKey(state), version: state.header.pointee.version))
  }

  // MARK: values

  /// The value of a slot that holds what its field wants; `nil` for everything that needs more thought.
  func simpleValue(_ state: StateReference, _ step: WriteStep, _ binding: ClassBinding) -> StoredValue? {
    guard !state.isPending(step.slot) else { return nil }
    switch step.kind {
    case .integer:
      let value = state.at(step.slot, as: Slot.self).pointee
      let integer = Int64(bitPattern: value.word)
      return value.tag != 0 && integer >= step.smallest && integer <= step.largest ? .integer(integer) : nil
    case .real:
      let value = state.at(step.slot, as: Slot.self).pointee
      let real = Double(bitPattern: value.word)
      return value.tag != 0 && !real.isNaN ? .real(real) : nil
    case .string: return state.at(step.slot, as: String?.self).pointee.map { .text($0) }
    case .toOne:
      guard let object = state.reference(step.slot), let other = end(step.slot, binding)?.state(of: object),
        context.owns(other), !other.isDeleted
      else { return nil }
      return .reference(rowKey(other))
    case .other: return nil
    }
  }

  func value(_ state: StateReference, _ slot: Int, _ binding: ClassBinding) throws -> StoredValue {
    let property = binding.slots[slot]
    switch property.content {
    case .attribute(_, let attribute):
      let value = try attributeValue(state, slot, property, attribute, binding.entity.name)
      if value == .null && !attribute.isOptional {
        throw GraphError(
          .validation, "a mandatory value is missing", entity: binding.entity.name, property: property.name,
          rule: .missingValue)
      }
      return value
    case .toOne(_, let relationship):
      if state.isPending(slot) {
        let key = state.at(slot, as: Slot.self).pointee
        if slot < 63, key.word != 0 {
          return .reference(RowKey(entity: Int(key.tag), primaryKey: Int64(bitPattern: key.word)))
        }
        state.ready(slot)
      }
      if let object = state.reference(slot), let other = end(slot, binding)?.state(of: object), other.isOwned,
        !other.isDeleted
      {
        guard context.owns(other) || isRowOfStore(other) else { throw foreign(property.name, binding) }
        return .reference(rowKey(other))
      }
      if !relationship.description.isOptional {
        throw GraphError(
          .validation, "a mandatory object is missing", entity: binding.entity.name, property: property.name,
          rule: .missingValue)
      }
      return .null
    case .composite, .toMany, .transient: return .null
    }
  }

  /// The fields of a composite with their values; nothing for other properties.
  func composite(
    _ state: StateReference, _ slot: Int, _ binding: ClassBinding
  ) throws -> [(field: Int, value: StoredValue)] {
    let property = binding.slots[slot]
    guard case .composite(let fields, let leaves) = property.content else { return [] }
    state.ready(slot)
    guard let box = state.reference(slot) as? AnyValueBox else {
      guard property.type.isOptional else {
        throw GraphError(
          .validation, "a mandatory value is missing", entity: binding.entity.name, property: property.name,
          rule: .missingValue)
      }
      return fields.map { ($0, .null) }
    }
    do {
      let forms = try property.type.forms(box)
      return try zip(fields, zip(leaves, forms)).map { field, leaf in
        let value = try StoredValue(leaf.1).checked(
          leaf.0, binding.entity.name, "\(property.name).\(leaf.0.name)")
        // The columns of an optional struct's mandatory properties may be empty too, yet it would not read back then.
        if value == .null, leaf.1 != .null {
          throw GraphError(
            .validation, "a value that is no number (NaN) cannot be stored here", entity: binding.entity.name,
            property: "\(property.name).\(leaf.0.name)")
        }
        let converted = value.converted(to: leaf.0.type)
        try binding.check(converted, field)
        return (field, converted)
      }
    } catch let error as GraphError where error.propertyName != nil {
      throw error
    } catch {
      throw GraphError(.unsupported, "\(error)", entity: binding.entity.name, property: property.name)
    }
  }

  private func attributeValue(
    _ state: StateReference, _ slot: Int, _ property: SlotBinding, _ attribute: AttributeDescription, _ entity: String
  ) throws -> StoredValue {
    state.ready(slot)
    if let attribute = property.transformable { return try transformed(state, slot, property, attribute, entity) }
    switch property.type.kind {
    case .scalar:
      let value = state.at(slot, as: Slot.self).pointee
      if value.tag == 0 { return .null }
      if property.type.isReal {
        return try .real(Double(bitPattern: value.word)).checked(attribute, entity, property.name).converted(
          to: attribute.type)
      }
      try named(entity, property) { try BoxedValues.checkSign(value.word, of: property.type.wrapped) }
      return try .integer(Int64(bitPattern: value.word)).checked(attribute, entity, property.name).converted(
        to: attribute.type)
    case .string:
      return state.at(slot, as: String?.self).pointee.map { .text($0) } ?? .null
    case .box:
      guard let box = state.reference(slot) as? AnyValueBox else { return .null }
      if let stored = box as? StoredBox { return stored.forms.first.map { StoredValue($0) } ?? .null }
      return try StoredValue(named(entity, property) { try property.type.form(box) }).checked(
        attribute, entity, property.name)
    case .toOne, .toMany: return .null
    }
  }

  /// Says of an error about a value whose it is.
  private func named<Result>(
    _ entity: String, _ property: SlotBinding, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch var error as GraphError where error.propertyName == nil {
      (error.entityName, error.propertyName) = (entity, property.name)
      throw error
    }
  }

  private func transformed(
    _ state: StateReference, _ slot: Int, _ property: SlotBinding, _ attribute: AttributeDescription, _ entity: String
  ) throws -> StoredValue {
    if property.type.kind == .box, let stored = state.reference(slot) as? StoredBox {
      return stored.forms.first.map { StoredValue($0) } ?? .null
    }
    guard let value = property.type.value(state.at(slot, as: Slot.self)) else { return .null }
    do {
      return .blob(try context.classes.coding.data(of: value, for: attribute))
    } catch {
      throw GraphError(.unsupported, "\(error)", entity: entity, property: property.name)
    }
  }

  // MARK: links

  private func members(_ state: StateReference, _ slot: Int) -> [any _ModelObject] {
    state.ready(slot)
    let value = state.reference(slot)
    return ((value as? AnyMembers)?.objects ?? value.map { [$0] } ?? []).compactMap { $0 as? any _ModelObject }
  }

  /// To-manys that no to-one of the other end expresses, and the order of ordered ones.
  private mutating func addLinks(_ state: StateReference) throws {
    let binding = try binding(state)
    for slot in binding.linking where !state.isPending(slot) {
      guard case .toMany(let relationship) = binding.slots[slot].content else { continue }
      let isNew = state.flags.contains(.inserted)
      guard let value = state.reference(slot) as? AnyMembers else {
        if isNew { try check(count: 0, of: relationship.description, binding.slots[slot].name, binding) }
        continue
      }
      guard isNew || value.original != nil else { continue }
      let owner = rowKey(state)
      let now = try keys(value.objects, binding.slots[slot].name, binding)
      try check(count: now.count, of: relationship.description, binding.slots[slot].name, binding)
      let before = isNew ? [] : try keys(value.original ?? [], binding.slots[slot].name, binding)
      let expressed = relationship.inverse.map { !$0.isToMany } ?? false
      var change = SaveRequest.LinkChange(owner: owner, relationship: relationship.name)
      if !expressed {
        let (old, new) = (Set(before), Set(now))
        change.removed = before.filter { !new.contains($0) && isFirst(relationship, owner, $0) }
        change.added = now.filter { !old.contains($0) && isFirst(relationship, owner, $0) }
      }
      if relationship.description.isOrdered && now != before { change.order = now }
      if !change.removed.isEmpty || !change.added.isEmpty || change.order != nil { request.links.append(change) }
    }
  }

  /// The counts that the store's model states; an optional relationship may always be empty.
  private func check(
    count: Int, of relationship: RelationshipDescription, _ name: String, _ binding: ClassBinding
  ) throws {
    let (least, most) = (relationship.minimumCount, relationship.maximumCount)
    let isTooFew = count < least && !(count == 0 && relationship.isOptional)
    guard isTooFew || (most > 0 && count > most) else { return }
    throw GraphError(
      .validation,
      "has \(count) objects; the store's model wants \(isTooFew ? "at least \(least)" : "at most \(most)")",
      entity: binding.entity.name, property: name, rule: isTooFew ? .tooFew : .tooMany)
  }

  /// A saved object of another context on the same store: its row is the same for both.
  private func isRowOfStore(_ state: StateReference) -> Bool {
    state.header.pointee.key > 0 && state.context?.store.identifier == context.store.identifier
  }

  private func foreign(_ property: String, _ binding: ClassBinding) -> GraphError {
    GraphError(
      .validation, "has an object of another context; fetch it in this one", entity: binding.entity.name,
      property: property)
  }

  /// The keys of the members that will have a row. Only this context's rows can say that an object is a member.
  private func keys(_ objects: [AnyObject], _ property: String, _ binding: ClassBinding) throws -> [RowKey] {
    try objects.compactMap { object in
      guard let state = (object as? any _ModelObject)?._$ref, state.isOwned else { return nil }
      guard context.owns(state) else { throw foreign(property, binding) }
      return state.isDeleted ? nil : rowKey(state)
    }
  }

  /// Whether a link is not yet written from its other end: both ends of a many-to-many know of it.
  private mutating func isFirst(_ relationship: ResolvedRelationship, _ owner: RowKey, _ member: RowKey) -> Bool {
    guard let inverse = relationship.inverse else { return true }
    let there = "\(relationship.inverseEntityNumber ?? 0).\(inverse.name)"
    if writtenLinks.contains(Link(relationship: there, from: member, to: owner)) { return false }
    let here = "\(relationship.declaringEntityNumber).\(relationship.name)"
    writtenLinks.insert(Link(relationship: here, from: owner, to: member))
    return true
  }
}
