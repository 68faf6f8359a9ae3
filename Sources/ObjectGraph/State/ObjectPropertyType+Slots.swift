/// Values in the memory of a slot, when their type is known only at run time.
extension ObjectPropertyType {
  /// Writes to a slot that holds a value of this type.
  func store<T>(_ value: T, _ slot: UnsafeMutablePointer<Slot>) {
    let place = UnsafeMutableRawPointer(slot)
    let wrapped = Self.wrapped(value)
    switch kind {
    case .scalar: slot.pointee = (wrapped as? any _SlotScalar).map { Slot($0._word, 1) } ?? .empty
    case .string: place.bindMemory(to: String?.self, capacity: 1).pointee = wrapped as? String
    case .toOne: place.bindMemory(to: AnyObject?.self, capacity: 1).pointee = object(value)
    case .toMany: place.bindMemory(to: AnyObject?.self, capacity: 1).pointee = newMembers(value)
    case .box: place.bindMemory(to: AnyObject?.self, capacity: 1).pointee = ValueBox(value)
    }
  }

  /// Gives an empty slot what another one of this type has.
  func copy(_ source: UnsafeMutablePointer<Slot>, to target: UnsafeMutablePointer<Slot>) {
    func place<T>(_ slot: UnsafeMutablePointer<Slot>, _: T.Type) -> UnsafeMutablePointer<T> {
      UnsafeMutableRawPointer(slot).bindMemory(to: T.self, capacity: 1)
    }
    switch kind {
    case .scalar: target.pointee = source.pointee
    case .string: place(target, String?.self).pointee = place(source, String?.self).pointee
    case .toOne, .box: place(target, AnyObject?.self).pointee = place(source, AnyObject?.self).pointee
    case .toMany:
      let objects = (place(source, AnyObject?.self).pointee as? AnyMembers)?.objects
      place(target, AnyObject?.self).pointee = objects.flatMap { members($0) }
    }
  }

  /// Reads a slot; `nil` when it holds nothing of that type.
  func load<T>(_ slot: UnsafeMutablePointer<Slot>, as: T.Type) -> T? {
    let place = UnsafeMutableRawPointer(slot)
    var object: AnyObject? { place.bindMemory(to: AnyObject?.self, capacity: 1).pointee }
    let found: Any? =
      switch kind {
      case .scalar: scalar(slot.pointee, as: T.self)
      case .string: place.bindMemory(to: String?.self, capacity: 1).pointee ?? (isOptional ? nil : "")
      case .toOne: object
      case .toMany: (object as? AnyMembers)?.objects ?? (isOptional ? nil : [AnyObject]())
      case .box: (object as? AnyValueBox)?.any
      }
    return found.flatMap { $0 as? T }
  }

  /// The value of an attribute's slot; `nil` for none.
  func value(_ slot: UnsafeMutablePointer<Slot>) -> Any? {
    let place = UnsafeMutableRawPointer(slot)
    switch kind {
    case .scalar: return slot.pointee.tag == 0 ? nil : (wrapped as? any _SlotScalar.Type)?._load(slot.pointee.word)
    case .string: return place.bindMemory(to: String?.self, capacity: 1).pointee
    case .box:
      let box = place.bindMemory(to: AnyObject?.self, capacity: 1).pointee as? AnyValueBox
      return box.flatMap { Self.wrapped($0.any) }
    case .toOne, .toMany: return nil
    }
  }

  func object<T>(_ value: T) -> AnyObject? { Self.wrapped(value).map { $0 as AnyObject } }

  func newMembers<T>(_ value: T) -> AnyMembers? { Self.wrapped(value).flatMap { members(($0 as? [AnyObject]) ?? []) } }

  private static func wrapped<T>(_ value: T) -> Any? { (value as? any OptionalType).map { $0.wrappedValue } ?? value }

  private func scalar<T>(_ value: Slot, as: T.Type) -> Any? {
    if isOptional && value.tag == 0 { return nil }
    let wrapped = (T.self as? any OptionalType.Type)?.wrappedType ?? T.self
    return (wrapped as? any _SlotScalar.Type)?._load(value.word)
  }
}
