/// How values of a property's type live in a slot and in a store.
package protocol ObjectPropertyType: Sendable {
  var kind: SlotKind { get }
  var isOptional: Bool { get }
  /// A scalar whose word is a `Double`'s bits.
  var isReal: Bool { get }
  /// The type without the optional.
  var wrapped: Any.Type { get }
  /// Whether these stored integers fit the type of a scalar that is not real.
  func holds(_ integers: Int64...) -> Bool
  /// How a value lies in a row, or why it cannot.
  var shape: Result<ValueShape, ShapeError> { get }
  /// The box of a stored value of one field, or `nil` when the value does not fit the type.
  func box(_ value: BoxedForm) -> AnyValueBox?
  /// The box of a value, or `nil` when it is not of the type.
  func box(holding value: Any) -> AnyValueBox?
  /// The box of the value that has these forms, one for each field of the shape.
  func box(_ forms: [BoxedForm]) throws -> AnyValueBox?
  /// The box that a mandatory property without value reads as, when its type has an empty value.
  var zeroBox: AnyValueBox? { get }
  /// The stored form of a box's value.
  func form(_ box: AnyValueBox) throws -> BoxedForm
  /// The stored forms of a box's value, one for each field of the shape.
  func forms(_ box: AnyValueBox) throws -> [BoxedForm]
  /// The class of the objects at the end of a relationship.
  var destination: (any _ModelObject.Type)? { get }
  /// An object that holds these members.
  func members(_ objects: [AnyObject]) -> AnyMembers?
  /// Whether a to-one of this type may hold the object.
  func accepts(_ object: AnyObject) -> Bool
}
