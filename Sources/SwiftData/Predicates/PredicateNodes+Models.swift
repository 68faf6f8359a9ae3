public import SchemaTypes

/// Captured models: `$0.owner == captured`, `captured.contains($0.owner)`, `$0.owners.contains(captured)`.
///
/// Foundation's constants have to be `Codable`, which models are not: they travel inside a constant of ours, and are
/// known by their identifiers when the predicate is asked.
extension __PredicateNodes {
  public typealias Captured<Value> = Nodes.KeyPath<Nodes.Value<__CapturedModels<Value>>, Value>

  static func captured<Value>(_ value: Value) -> Captured<Value> {
    Nodes.build_KeyPath(root: Nodes.build_Arg(__CapturedModels(value: value)), keyPath: \.value)
  }

  // MARK: equal

  public static func equal<L: PredicateExpression>(
    _ left: L, value: L.Output
  ) -> Nodes.Equal<L, Captured<L.Output>> where L.Output: PersistentModel {
    .init(lhs: left, rhs: captured(value))
  }

  public static func equal<R: PredicateExpression>(
    value: R.Output, _ right: R
  ) -> Nodes.Equal<Captured<R.Output>, R> where R.Output: PersistentModel {
    .init(lhs: captured(value), rhs: right)
  }

  public static func equal<L: PredicateExpression, W: PersistentModel>(
    _ left: L, value: W?
  ) -> Nodes.Equal<L, Captured<W?>> where L.Output == W? { .init(lhs: left, rhs: captured(value)) }

  public static func equal<R: PredicateExpression, W: PersistentModel>(
    value: W?, _ right: R
  ) -> Nodes.Equal<Captured<W?>, R> where R.Output == W? { .init(lhs: captured(value), rhs: right) }

  @_disfavoredOverload public static func equal<L: PredicateExpression>(
    _ left: L, value: L.Output?
  ) -> Nodes.Equal<Lift<L>, Captured<L.Output?>> where L.Output: PersistentModel {
    .init(lhs: lift(left), rhs: captured(value))
  }

  @_disfavoredOverload public static func equal<R: PredicateExpression>(
    value: R.Output?, _ right: R
  ) -> Nodes.Equal<Captured<R.Output?>, Lift<R>> where R.Output: PersistentModel {
    .init(lhs: captured(value), rhs: lift(right))
  }

  // MARK: not equal

  public static func notEqual<L: PredicateExpression>(
    _ left: L, value: L.Output
  ) -> Nodes.NotEqual<L, Captured<L.Output>> where L.Output: PersistentModel {
    .init(lhs: left, rhs: captured(value))
  }

  public static func notEqual<R: PredicateExpression>(
    value: R.Output, _ right: R
  ) -> Nodes.NotEqual<Captured<R.Output>, R> where R.Output: PersistentModel {
    .init(lhs: captured(value), rhs: right)
  }

  public static func notEqual<L: PredicateExpression, W: PersistentModel>(
    _ left: L, value: W?
  ) -> Nodes.NotEqual<L, Captured<W?>> where L.Output == W? { .init(lhs: left, rhs: captured(value)) }

  public static func notEqual<R: PredicateExpression, W: PersistentModel>(
    value: W?, _ right: R
  ) -> Nodes.NotEqual<Captured<W?>, R> where R.Output == W? { .init(lhs: captured(value), rhs: right) }

  @_disfavoredOverload public static func notEqual<L: PredicateExpression>(
    _ left: L, value: L.Output?
  ) -> Nodes.NotEqual<Lift<L>, Captured<L.Output?>> where L.Output: PersistentModel {
    .init(lhs: lift(left), rhs: captured(value))
  }

  @_disfavoredOverload public static func notEqual<R: PredicateExpression>(
    value: R.Output?, _ right: R
  ) -> Nodes.NotEqual<Captured<R.Output?>, Lift<R>> where R.Output: PersistentModel {
    .init(lhs: captured(value), rhs: lift(right))
  }

  // MARK: contains

  public static func contains<S: Sequence, R: PredicateExpression>(
    value: S, _ element: R
  ) -> Nodes.SequenceContains<Captured<S>, R> where S.Element == R.Output, R.Output: PersistentModel {
    Nodes.SequenceContains(sequence: captured(value), element: element)
  }

  public static func contains<S: Sequence, R: PredicateExpression, W: PersistentModel>(
    value: S, _ element: R
  ) -> Nodes.SequenceContains<Captured<S>, R> where S.Element == W?, R.Output == W? {
    Nodes.SequenceContains(sequence: captured(value), element: element)
  }
}

extension PredicateExpressions {
  /// A captured model as an operand of Foundation's builders: `$0.owners.contains(captured)`.
  public static func build_Arg<Model: PersistentModel>(_ model: Model) -> __PredicateNodes.Captured<Model> {
    __PredicateNodes.captured(model)
  }

  public static func build_Arg<Model: PersistentModel>(_ model: Model?) -> __PredicateNodes.Captured<Model?> {
    __PredicateNodes.captured(model)
  }
}

/// Models as a constant.
public struct __CapturedModels<Value>: Codable, @unchecked Sendable {
  // Unchecked because a predicate with a captured model is used where its model is, as any closure over it.
  public let value: Value

  init(value: Value) { self.value = value }

  public func encode(to encoder: any Encoder) throws {
    throw EncodingError.invalidValue(
      self, EncodingError.Context(codingPath: encoder.codingPath, debugDescription: Self.advice))
  }

  public init(from decoder: any Decoder) throws {
    throw DecodingError.dataCorrupted(
      DecodingError.Context(codingPath: decoder.codingPath, debugDescription: Self.advice))
  }

  private static var advice: String { "a captured model has no coding; capture its persistentModelID instead" }
}

/// What a predicate's tree sees of captured models.
protocol CapturedModels {
  var models: Any { get }
}

extension __CapturedModels: CapturedModels {
  var models: Any { value }
}
