/// Where accessors of a class find its own slots: `StateReference` for one that inherits from no model, `TailReference`
/// for a subclass. Slot numbers count from the class's own first property.
public protocol _SlotAccess {
  func near<T>(_ slot: Int, as type: T.Type) -> UnsafeMutablePointer<T>
  /// Makes a slot readable.
  func ready(_ slot: Int)
  /// Makes a slot writable: readable, and the context knows.
  func touch(_ slot: Int)
  /// The slot has not been written since the row was read.
  func _$isClean(_ slot: Int) -> Bool
  /// A mandatory to-one leads nowhere: makes its stand-in one of a row that is gone, and says so once.
  func _$missing(_ slot: Int, _ standIn: any _ModelObject)
  func _$setReference(_ slot: Int, _ value: AnyObject?)
  func _$setMembers(_ slot: Int, _ value: AnyMembers?)
  func _$setAny<T>(_ slot: Int, _ value: T)
  func _$any<T>(_ slot: Int, as: T.Type) -> T
}

extension StateReference: _SlotAccess {}
