@_exported public import Foundation
public import SchemaTypes

/// Makes a predicate over models from a closure.
///
/// The pack makes this declaration win over Foundation's macro for models, also where the closure promotes a value to an
/// optional; inputs of other types stay with Foundation's. Captured values must be `Codable` and `Sendable`.
@freestanding(expression)
public macro Predicate<each Input: PersistentModel>(
  _ body: (repeat each Input) -> Bool
) -> Foundation.Predicate<repeat each Input> = #externalMacro(module: "SwiftDataMacros", type: "PredicateMacro")
