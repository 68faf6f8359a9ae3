internal import Foundation
package import ModelEvolution
internal import SQLiteDriver
internal import StoreContract

extension MigrationError {
  /// The differences that stand in the way of a migration without custom stages.
  package static func notLightweight(_ mapping: ModelMapping, path: String?) -> MigrationError {
    MigrationError(
      .notLightweight,
      "\(path.map { "The store \($0)" } ?? "The model") cannot be migrated by inference:"
        + " \(mapping.obstacles.count == 1 ? "a difference is" : "\(mapping.obstacles.count) differences are") not"
        + " lightweight.",
      advice: "Make them lightweight, or declare a custom stage in a plan.",
      findings: mapping.obstacles.map {
        MigrationFinding(entity: $0.entityName, property: $0.propertyName, rows: 0, "\($0.reason) \($0.remedy)")
      }, path: path)
  }

  /// Rows that lack what they must have, wherever that was found out.
  package static func missingValues(_ findings: [MigrationFinding], path: String) -> MigrationError {
    MigrationError(
      .missingValues, "The store \(path) has rows without a value for what must have one.",
      advice: "Declare a default, make the property optional, or fill it in a custom stage.",
      findings: findings.sorted { $0.rowCount > $1.rowCount }, path: path)
  }

  /// An error of the driver, the contract or the system as one of the migration; others stay as they are.
  static func translated(_ error: any Error, path: String) -> any Error {
    switch error {
    case is MigrationError: return error
    case let error as SQLiteError: return translated(StoreError(error), path: path)
    case let error as StoreError:
      let code: Code? =
        switch error.code {
        case .readOnly: .readOnly
        case .locked: .locked
        case .fileSystem: .fileSystem
        case .damaged: .damaged
        default: nil
        }
      guard let code else { return error }
      return MigrationError(code, error.message, advice: error.advice, path: error.path ?? path)
    default:
      return MigrationError(.fileSystem, "The store \(path) cannot be migrated: \(error).", path: path)
    }
  }
}
