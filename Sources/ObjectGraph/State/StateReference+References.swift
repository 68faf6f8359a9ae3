/// Writes of relationships, which concern other objects too, and reads of values that are not there.
extension StateReference {
  public func _$setReference(_ slot: Int, _ value: AnyObject?) {
    touch(slot)
    let old = reference(slot)
    guard old !== value else { return }
    at(slot, as: AnyObject?.self).pointee = value
    context?.toOneChanged(self, slot: slot, from: old, to: value)
  }

  public func _$setMembers(_ slot: Int, _ value: AnyMembers?) {
    touch(slot)
    let old = reference(slot) as? AnyMembers
    value?.original = old?.original
    at(slot, as: AnyObject?.self).pointee = value
    context?.toManyChanged(self, slot: slot, from: old?.objects ?? [], to: value?.objects ?? [])
  }

  /// The value of a boxed property that holds nothing: `nil`, or the type's zero.
  ///
  /// Fetches refuse rows whose mandatory boxed values cannot be read, so the last line is reached only by reading a
  /// property that its class's initializer never set.
  public func _$missing<T>(_ slot: Int) -> T {
    if let optional = T.self as? any OptionalType.Type, let empty = optional.emptyValue as? T { return empty }
    if let zero = BoxedValues.zero(of: T.self) as? T { return zero }
    let name = layout.properties[slot].name
    preconditionFailure("\(name) of type \(T.self) was read before it was set and its type has no empty value")
  }

  /// Writes a value whose type is known only at run time.
  public func _$setAny<T>(_ slot: Int, _ value: T) {
    let wrapped: Any? = (value as? any OptionalType).map { $0.wrappedValue } ?? value
    switch layout.properties[slot].type.kind {
    case .scalar:
      touch(slot)
      at(slot, as: Slot.self).pointee = (wrapped as? any _SlotScalar).map { Slot($0._word, 1) } ?? .empty
    case .string:
      touch(slot)
      at(slot, as: String?.self).pointee = wrapped as? String
    case .toOne: _$setReference(slot, wrapped.map { $0 as AnyObject })
    case .toMany:
      let objects = (wrapped as? [AnyObject]) ?? []
      _$setMembers(slot, wrapped == nil ? nil : layout.properties[slot].type.members(objects))
    case .box:
      touch(slot)
      at(slot, as: AnyObject?.self).pointee = ValueBox(value)
    }
  }

  /// Reads a value whose type is known only at run time; `nil` when it is not of that type.
  public func _$any<T>(_ slot: Int, as: T.Type) -> T {
    ready(slot)
    let type = layout.properties[slot].type
    let found: Any? =
      switch type.kind {
      case .scalar: scalar(slot, optional: type.isOptional, as: T.self)
      case .string: at(slot, as: String?.self).pointee ?? (type.isOptional ? nil : "")
      case .toOne: reference(slot)
      case .toMany:
        (reference(slot) as? AnyMembers)?.objects ?? (type.isOptional ? nil : [AnyObject]())
      case .box: (reference(slot) as? AnyValueBox)?.any
      }
    return found.flatMap { $0 as? T } ?? _$missing(slot)
  }

  private func scalar<T>(_ slot: Int, optional: Bool, as: T.Type) -> Any? {
    let value = at(slot, as: Slot.self).pointee
    if optional && value.tag == 0 { return nil }
    let wrapped = (T.self as? any OptionalType.Type)?.wrappedType ?? T.self
    return (wrapped as? any _SlotScalar.Type)?._load(value.word)
  }
}
