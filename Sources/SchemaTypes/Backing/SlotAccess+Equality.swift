public import ObjectGraph

/// Whether a property has a value already, so that assigning it would change nothing. Read by the setters that `@Model`
/// writes; overloads by the property's type as for reading.
extension _SlotAccess {
  @inlinable public func _$holds<T: _SlotScalar>(_ slot: Int, _ value: T) -> Bool {
    ready(slot)
    let held = near(slot, as: Slot.self).pointee
    return held.tag != 0 && held.word == value._word
  }

  @inlinable public func _$holds<T: _SlotScalar>(_ slot: Int, _ value: T?) -> Bool {
    guard let value else {
      ready(slot)
      return near(slot, as: Slot.self).pointee.tag == 0
    }
    return _$holds(slot, value)
  }

  @inlinable public func _$holds(_ slot: Int, _ value: String) -> Bool { _$holds(slot, Optional(value)) }

  /// By bytes: two spellings of an accented letter are equal strings and different values of a column.
  public func _$holds(_ slot: Int, _ value: String?) -> Bool {
    ready(slot)
    switch (near(slot, as: String?.self).pointee, value) {
    case (nil, nil): return true
    case (let held?, let value?): return held == value && held.utf8.elementsEqual(value.utf8)
    default: return false
    }
  }

  @inlinable public func _$holds<T: _ModelClass>(_ slot: Int, _ value: T?) -> Bool {
    ready(slot)
    return near(slot, as: T?.self).pointee === value
  }

  @inlinable public func _$holds<T: _ModelClass>(_ slot: Int, _ value: T) -> Bool { _$holds(slot, Optional(value)) }

  @inlinable public func _$holds<T: _ModelClass>(_ slot: Int, _ value: [T]) -> Bool {
    ready(slot)
    guard let held = near(slot, as: Members<T>?.self).pointee?.array, held.count == value.count else { return false }
    return zip(held, value).allSatisfy { $0 === $1 }
  }

  @inlinable public func _$holds<T: _ModelClass>(_ slot: Int, _ value: [T]?) -> Bool {
    guard let value else {
      ready(slot)
      return near(slot, as: AnyObject?.self).pointee == nil
    }
    return _$holds(slot, value)
  }

  /// Values that cannot be compared, and objects, which may have changed inside, count as different.
  @_disfavoredOverload public func _$holds<T>(_ slot: Int, _ value: T) -> Bool {
    let wrapped: Any.Type = (T.self as? any OptionalType.Type)?.wrappedType ?? T.self
    ready(slot)
    // A mandatory property of a row that has no value reads as an empty one, which is yet to be stored.
    if near(slot, as: AnyObject?.self).pointee == nil {
      return (value as? any OptionalType).map { $0.wrappedValue == nil } ?? false
    }
    guard !(wrapped is AnyObject.Type), let value = value as? any Equatable else { return false }
    let held: T = _$any(slot, as: T.self)
    return Self.areEqual(value, held)
  }

  private static func areEqual<Value: Equatable>(_ value: Value, _ other: Any) -> Bool {
    (other as? Value) == value
  }
}
