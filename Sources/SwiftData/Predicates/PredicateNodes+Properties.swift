/// Properties of standard types. A key path made in a generic context differs from one made with the concrete type, so
/// that all are made here, where `KnownProperty` makes them again to compare.
extension __PredicateNodes {
  public static func count<R: PredicateExpression>(
    _ root: R, _: KeyPath<R.Output, Int>
  ) -> Nodes.KeyPath<R, Int> where R.Output: Collection {
    Nodes.build_KeyPath(root: root, keyPath: KnownProperty.count(R.Output.self))
  }

  public static func isEmpty<R: PredicateExpression>(
    _ root: R, _: KeyPath<R.Output, Bool>
  ) -> Nodes.KeyPath<R, Bool> where R.Output: Collection {
    Nodes.build_KeyPath(root: root, keyPath: KnownProperty.isEmpty(R.Output.self))
  }

  public static func rawValue<R: PredicateExpression>(
    _ root: R, _: KeyPath<R.Output, R.Output.RawValue>
  ) -> Nodes.KeyPath<R, R.Output.RawValue> where R.Output: RawRepresentable {
    Nodes.build_KeyPath(root: root, keyPath: KnownProperty.rawValue(R.Output.self))
  }

  // A model's own property of such a name.

  @_disfavoredOverload public static func count<R: PredicateExpression, V>(
    _ root: R, _ path: any KeyPath<R.Output, V> & Sendable
  ) -> Nodes.KeyPath<R, V> { Nodes.build_KeyPath(root: root, keyPath: path) }

  @_disfavoredOverload public static func isEmpty<R: PredicateExpression, V>(
    _ root: R, _ path: any KeyPath<R.Output, V> & Sendable
  ) -> Nodes.KeyPath<R, V> { Nodes.build_KeyPath(root: root, keyPath: path) }

  @_disfavoredOverload public static func rawValue<R: PredicateExpression, V>(
    _ root: R, _ path: any KeyPath<R.Output, V> & Sendable
  ) -> Nodes.KeyPath<R, V> { Nodes.build_KeyPath(root: root, keyPath: path) }
}

/// A property of a standard type that predicates understand.
enum KnownProperty {
  case count, isEmpty, rawValue

  static func count<C: Collection>(_: C.Type) -> any KeyPath<C, Int> & Sendable { \C.count }
  static func isEmpty<C: Collection>(_: C.Type) -> any KeyPath<C, Bool> & Sendable { \C.isEmpty }
  static func rawValue<K: RawRepresentable>(_: K.Type) -> any KeyPath<K, K.RawValue> & Sendable { \K.rawValue }

  init?(_ path: AnyKeyPath) {
    if let type = type(of: path).rootType as? any Collection.Type {
      if Self.matchesCount(path, type) { self = .count; return }
      if Self.matchesIsEmpty(path, type) { self = .isEmpty; return }
    }
    if let type = type(of: path).rootType as? any RawRepresentable.Type, Self.matchesRawValue(path, type) {
      self = .rawValue
      return
    }
    return nil
  }

  private static func matchesCount<C: Collection>(_ path: AnyKeyPath, _: C.Type) -> Bool { path == count(C.self) }
  private static func matchesIsEmpty<C: Collection>(_ path: AnyKeyPath, _: C.Type) -> Bool { path == isEmpty(C.self) }
  private static func matchesRawValue<K: RawRepresentable>(_ path: AnyKeyPath, _: K.Type) -> Bool {
    path == rawValue(K.self)
  }
}
