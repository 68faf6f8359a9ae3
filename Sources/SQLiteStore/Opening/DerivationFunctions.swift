internal import Foundation
internal import SQLiteDriver

/// The text functions of derived attributes, as SQL functions of our own.
///
/// Known from the documentation of `NSDerivedAttributeDescription` and `NSExpression`: canonical text is without case
/// and diacritics.
enum DerivationFunctions {
  /// The SQL function for each name in a derivation's expression.
  static let byName = [
    ("lowercase", "CausewayLowercase"), ("uppercase", "CausewayUppercase"), ("canonical", "CausewayCanonical"),
  ]

  static let all: [ScalarFunction] = [
    function("CausewayLowercase") { $0.lowercased() },
    function("CausewayUppercase") { $0.uppercased() },
    function("CausewayCanonical") { $0.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil) },
  ]

  private static func function(_ name: String, _ change: @escaping @Sendable (String) -> String) -> ScalarFunction {
    ScalarFunction(name, argumentCount: 1) { call in
      guard call[0].kind != .null else { return }
      call.setResult(change(String(decoding: call[0].text, as: UTF8.self)))
    }
  }
}
