import StoreContract

/// Writes of relationships, which concern other objects too, and accesses whose type is known only at run time.
extension StateReference {
  public func _$setReference(_ slot: Int, _ value: AnyObject?) {
    if isClean(slot) {
      ready(slot)
      if reference(slot) === value { return }
    }
    touch(slot)
    let old = reference(slot)
    guard old !== value else { return }
    at(slot, as: AnyObject?.self).pointee = value
    if let context {
      context.toOneChanged(self, slot: slot, from: old, to: value)
    } else if let value {
      joinContext(of: CollectionOfOne(value))
    }
  }

  public func _$setMembers(_ slot: Int, _ value: AnyMembers?) {
    if isClean(slot) {
      ready(slot)
      if let known = (reference(slot) as? AnyMembers)?.objects, let value, known.count == value.count,
        zip(known, value.objects).allSatisfy({ $0 === $1 })
      {
        return
      }
    }
    touch(slot)
    let old = reference(slot) as? AnyMembers
    value?.original = old?.original
    at(slot, as: AnyObject?.self).pointee = value
    if let context {
      context.toManyChanged(self, slot: slot, from: old?.objects ?? [], to: value?.objects ?? [])
    } else if let value, value.count > 0 {
      joinContext(of: value.objects)
    }
  }

  public func _$missing(_ slot: Int, _ standIn: any _ModelObject) {
    standIn._$ref.markGone()
    guard let place, header.pointee.key > 0, !isDeleted else { return }
    Notice.show([
      "\(place.entityName).\(layout.properties[slot].name) of row \(rowKey.primaryKey) leads to no row, but is mandatory; it"
        + " reads as a deleted model"
    ])
  }

  /// Writes a value whose type is known only at run time.
  public func _$setAny<T>(_ slot: Int, _ value: T) {
    let type = layout.properties[slot].type
    switch type.kind {
    case .scalar, .string, .box:
      touch(slot)
      type.store(value, at(slot, as: Slot.self))
    case .toOne: _$setReference(slot, type.object(value))
    case .toMany: _$setMembers(slot, type.newMembers(value))
    }
  }

  /// Reads a value whose type is known only at run time.
  public func _$any<T>(_ slot: Int, as: T.Type) -> T {
    ready(slot)
    let property = layout.properties[slot]
    if property.type.kind == .box { unpack(slot, property) }
    return property.type.load(at(slot, as: Slot.self), as: T.self) ?? property.missing()
  }

  /// Makes a value of what the row had.
  ///
  /// What does not fit its type cannot be thrown here: the property reads as empty, the next call throws.
  private func unpack(_ slot: Int, _ property: ModelLayout.Property) {
    guard let stored = reference(slot) as? StoredBox else { return }
    var box: AnyValueBox?
    do {
      box = try stored.unpacked()
    } catch {
      box = property.type.zeroBox
      context?.deferError(
        GraphError(
          .validation, "row \(rowKey.primaryKey): \(stored.reason(error))", entity: place?.entityName,
          property: property.name))
    }
    at(slot, as: AnyObject?.self).pointee = box
  }
}

extension ModelLayout.Property {
  /// The value of a property that holds nothing: `nil`, or the type's empty value.
  ///
  /// Fetches refuse rows whose mandatory values cannot be read, so the last line is reached only by reading a property
  /// that its class's initializer never set.
  func missing<T>() -> T {
    if let optional = T.self as? any OptionalType.Type, let empty = optional.emptyValue as? T { return empty }
    if let zero = type.zeroBox?.any as? T { return zero }
    fatalError("\(name) of type \(T.self) was read before it was set and its type has no empty value")
  }
}
