public import ObjectGraph

/// What accessors that `@Model` writes call: overloads by the property's type pick how the slot is read.
extension _SlotAccess {
  @inlinable @inline(__always) public func _$value<T: _SlotScalar>(_ slot: Int) -> T {
    ready(slot)
    return T._load(near(slot, as: Slot.self).pointee.word)
  }

  @inlinable @inline(__always) public func _$value<T: _SlotScalar>(_ slot: Int) -> T? {
    ready(slot)
    let value = near(slot, as: Slot.self).pointee
    return value.tag == 0 ? nil : T._load(value.word)
  }

  @inlinable @inline(__always) public func _$value(_ slot: Int) -> String {
    ready(slot)
    return near(slot, as: String?.self).pointee ?? ""
  }

  @inlinable @inline(__always) public func _$value(_ slot: Int) -> String? {
    ready(slot)
    return near(slot, as: String?.self).pointee
  }

  @inlinable @inline(__always) public func _$value<T: _ModelClass>(_ slot: Int) -> T? {
    ready(slot)
    return near(slot, as: T?.self).pointee
  }

  /// A mandatory to-one without destination reads as a blank object that is in no context and counts as deleted.
  @inlinable @inline(__always) public func _$value<T: _ModelClass>(_ slot: Int) -> T {
    ready(slot)
    return near(slot, as: T?.self).pointee ?? _$standIn(slot)
  }

  public func _$standIn<T: _ModelClass>(_ slot: Int) -> T {
    let blank = T(_$blank: ())
    _$missing(slot, blank)
    return blank
  }

  @inlinable public func _$value<T: _ModelClass>(_ slot: Int) -> [T] {
    ready(slot)
    return near(slot, as: Members<T>?.self).pointee?.array ?? []
  }

  @inlinable public func _$value<T: _ModelClass>(_ slot: Int) -> [T]? {
    ready(slot)
    return near(slot, as: Members<T>?.self).pointee?.array
  }

  @_disfavoredOverload @inlinable public func _$value<T>(_ slot: Int) -> T {
    ready(slot)
    // A property that names its inverse may reach this overload with `[Model]?`: while its accessor is checked, the
    // compiler does not always see yet that the other class is a model. Its slot then holds members and no box.
    guard let box = near(slot, as: AnyObject?.self).pointee, type(of: box) == ValueBox<T>.self else {
      return _$any(slot, as: T.self)
    }
    return unsafeDowncast(box, to: ValueBox<T>.self).value
  }
}

extension _SlotAccess {
  @inlinable @inline(__always) public func _$set<T: _SlotScalar>(_ slot: Int, _ value: T) {
    if _$isClean(slot), _$holds(slot, value) { return }
    touch(slot)
    near(slot, as: Slot.self).pointee = Slot(value._word, 1)
  }

  @inlinable @inline(__always) public func _$set<T: _SlotScalar>(_ slot: Int, _ value: T?) {
    if _$isClean(slot), _$holds(slot, value) { return }
    touch(slot)
    near(slot, as: Slot.self).pointee = value.map { Slot($0._word, 1) } ?? .empty
  }

  @inlinable @inline(__always) public func _$set(_ slot: Int, _ value: String) {
    if _$isClean(slot), _$holds(slot, value) { return }
    touch(slot)
    near(slot, as: String?.self).pointee = value
  }

  @inlinable @inline(__always) public func _$set(_ slot: Int, _ value: String?) {
    if _$isClean(slot), _$holds(slot, value) { return }
    touch(slot)
    near(slot, as: String?.self).pointee = value
  }

  @inlinable public func _$set<T: _ModelClass>(_ slot: Int, _ value: T?) { _$setReference(slot, value) }
  @inlinable public func _$set<T: _ModelClass>(_ slot: Int, _ value: T) { _$setReference(slot, value) }
  @inlinable public func _$set<T: _ModelClass>(_ slot: Int, _ value: [T]) { _$setMembers(slot, Members(value)) }

  @inlinable public func _$set<T: _ModelClass>(_ slot: Int, _ value: [T]?) {
    _$setMembers(slot, value.map { Members($0) })
  }

  @_disfavoredOverload @inlinable public func _$set<T>(_ slot: Int, _ value: T) {
    if _$isClean(slot), _$holds(slot, value) { return }
    _$setAny(slot, value)
  }

  /// The first value of a new object, which is in no context yet.
  @inlinable @inline(__always) public func _$initialize<T: _SlotScalar>(_ slot: Int, _ value: T) { _$set(slot, value) }
  @inlinable @inline(__always) public func _$initialize<T: _SlotScalar>(_ slot: Int, _ value: T?) { _$set(slot, value) }
  @inlinable @inline(__always) public func _$initialize(_ slot: Int, _ value: String) { _$set(slot, value) }
  @inlinable @inline(__always) public func _$initialize(_ slot: Int, _ value: String?) { _$set(slot, value) }
  @inlinable public func _$initialize<T: _ModelClass>(_ slot: Int, _ value: T?) { _$set(slot, value) }
  @inlinable public func _$initialize<T: _ModelClass>(_ slot: Int, _ value: T) { _$set(slot, value) }
  @inlinable public func _$initialize<T: _ModelClass>(_ slot: Int, _ value: [T]) { _$set(slot, value) }
  @inlinable public func _$initialize<T: _ModelClass>(_ slot: Int, _ value: [T]?) { _$set(slot, value) }
  @_disfavoredOverload @inlinable public func _$initialize<T>(_ slot: Int, _ value: T) { _$set(slot, value) }
}
