/// `other.evaluate($0)`, said with Foundation's nodes only.
///
/// Foundation off Apple's platforms has no node that evaluates a predicate, and its constants have to be `Codable`, which
/// predicates and expressions are not there: they travel inside constants of ours.
extension __PredicateNodes {
  public typealias Held<Value> = Nodes.KeyPath<Nodes.Value<__HeldExpression<Value>>, Value>

  private static func held<Value>(_ value: Value) -> Held<Value> {
    Nodes.build_KeyPath(root: Nodes.build_Arg(__HeldExpression(value: value)), keyPath: \.value)
  }

  public static func evaluate<X: PredicateExpression, O>(
    _ expression: Foundation.Expression<X.Output, O>, _ input: X
  ) -> Nodes.ExpressionEvaluate<Held<Foundation.Expression<X.Output, O>>, X, O> {
    Nodes.build_evaluate(held(expression), input)
  }

  public static func evaluate<X: PredicateExpression, Y: PredicateExpression, O>(
    _ expression: Foundation.Expression<X.Output, Y.Output, O>, _ first: X, _ second: Y
  ) -> Nodes.ExpressionEvaluate<Held<Foundation.Expression<X.Output, Y.Output, O>>, X, Y, O> {
    Nodes.build_evaluate(held(expression), first, second)
  }

  public static func evaluate<X: PredicateExpression>(
    _ predicate: Foundation.Predicate<X.Output>, _ input: X
  ) -> Nodes.SequenceContains<Nodes.KeyPath<Nodes.Value<__HeldPredicate<X.Output>>, __PredicateView<X.Output>>, X>
  where X.Output: Equatable {
    Nodes.build_contains(
      Nodes.build_KeyPath(root: Nodes.build_Arg(__HeldPredicate(value: predicate)), keyPath: \.view), input)
  }
}

/// A captured expression as a constant.
///
/// Not generic over the expression's inputs: a key path of such a type crashes when it is made (Swift 6.3).
public struct __HeldExpression<Value>: Codable, @unchecked Sendable {
  // Unchecked because `Foundation.Expression`, the only type of value, is `Sendable`.
  public let value: Value

  init(value: Value) { self.value = value }

  public func encode(to encoder: any Encoder) throws { throw encoder.capturedTree(self) }
  public init(from decoder: any Decoder) throws { throw decoder.capturedTree }
}

/// A captured predicate as a constant.
public struct __HeldPredicate<Input>: Codable, Sendable {
  let value: Foundation.Predicate<Input>

  public var view: __PredicateView<Input> { __PredicateView(predicate: value) }

  init(value: Foundation.Predicate<Input>) { self.value = value }

  public func encode(to encoder: any Encoder) throws { throw encoder.capturedTree(self) }
  public init(from decoder: any Decoder) throws { throw decoder.capturedTree }
}

extension __HeldExpression: CapturedTree where Value: CapturedTree {
  var tree: PredicateTree { value.tree }
  var inputs: [PredicateTree.Variable] { value.inputs }
}

extension __HeldPredicate: CapturedTree {
  var tree: PredicateTree { value.tree }
  var inputs: [PredicateTree.Variable] { value.inputs }
}

extension Encoder {
  fileprivate func capturedTree(_ value: Any) -> EncodingError {
    .invalidValue(
      value, EncodingError.Context(codingPath: codingPath, debugDescription: "what it captures has no coding"))
  }
}

extension Decoder {
  fileprivate var capturedTree: DecodingError {
    .dataCorrupted(DecodingError.Context(codingPath: codingPath, debugDescription: "what it captures has no coding"))
  }
}

/// `view.contains(x)` is `predicate.evaluate(x)`; a value that the predicate cannot be asked of is not in it.
public struct __PredicateView<Input>: Sequence, Sendable {
  let predicate: Foundation.Predicate<Input>
  public func makeIterator() -> AnyIterator<Input> { AnyIterator { nil } }
  public func _customContainsEquatableElement(_ element: Input) -> Bool? {
    (try? predicate.evaluate(element)) ?? false
  }
}

protocol PredicateView {}
extension __PredicateView: PredicateView {}
