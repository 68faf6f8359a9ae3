/// Whether a store that is mirrored to CloudKit may follow a change.
///
/// Known from Apple's documentation: "Creating a Core Data model for CloudKit" lists what a mirrored model may not say,
/// "Deploying an iCloud container's schema" that record types and fields of a production schema are never removed,
/// renamed or given another type.
package enum CloudKitVerdict: Hashable, Sendable {
  case allowed
  /// Fine while the schema is in development; in production it breaks what other devices have.
  case notInProduction(reason: String)
  /// The later model says what no mirrored model may say.
  case unsupported(reason: String)

  package var word: String {
    switch self {
    case .allowed: "allowed"
    case .notInProduction: "notInProduction"
    case .unsupported: "unsupported"
    }
  }

  package var reason: String? {
    switch self {
    case .allowed: nil
    case .notInProduction(let reason), .unsupported(let reason): reason
    }
  }
}
