public import Foundation
public import SchemaTypes

/// Makes an expression over models from a closure.
///
/// As with `#Predicate`, inputs of other types stay with Foundation's macro.
@freestanding(expression)
public macro Expression<each Input: PersistentModel, Output>(
  _ body: (repeat each Input) -> Output
) -> Foundation.Expression<repeat each Input, Output> =
  #externalMacro(module: "SwiftDataMacros", type: "ExpressionMacro")
