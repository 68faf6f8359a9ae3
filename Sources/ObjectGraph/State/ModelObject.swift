/// An object whose properties live in slots; `@Model` classes are.
public protocol _ModelObject: AnyObject {
  /// An object with defaults only, to be filled from a row.
  init(_$blank: ())
  /// The object's state. Valid as long as the object lives.
  var _$ref: StateReference { get }
  static var _$layout: ModelLayout { get }
}
