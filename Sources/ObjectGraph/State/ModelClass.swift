/// A class whose declaration says which slots its objects have; `@Model` classes are.
///
/// Objects of other classes (`NSManagedObject`) get their slots from an entity, when they are made.
public protocol _ModelClass: _ModelObject {
  /// An object with defaults only, to be filled from a row.
  init(_$blank: ())
  static var _$layout: ModelLayout { get }
}
