/// An SQL function written in Swift.
package struct ScalarFunction: Sendable {
  package var name: String
  /// -1 takes any number.
  package var argumentCount: Int
  /// The same arguments always give the same result.
  package var isDeterministic: Bool
  package var body: @Sendable (FunctionCall) -> Void

  package init(
    _ name: String, argumentCount: Int, isDeterministic: Bool = true, body: @escaping @Sendable (FunctionCall) -> Void
  ) {
    self.name = name
    self.argumentCount = argumentCount
    self.isDeterministic = isDeterministic
    self.body = body
  }
}
