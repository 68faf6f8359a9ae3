/// An object whose properties live in slots: all that the graph needs of one.
public protocol _ModelObject: AnyObject {
  /// The object's state. Valid as long as the object lives.
  var _$ref: StateReference { get }
}
