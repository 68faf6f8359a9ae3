package import StoreContract

/// Why a migration did not happen. The store is as it was.
package struct MigrationError: Error, Sendable, CustomStringConvertible {
  package var code: Code
  /// What is in the way, in one sentence that names the file.
  package var message: String
  /// What to do about it.
  package var advice: String
  /// The places in the model that it is about, most rows first.
  package var findings: [MigrationFinding]
  package var path: String?

  package enum Code: String, Hashable, Sendable, CaseIterable {
    /// The two models differ in what cannot be inferred.
    case notLightweight
    /// Rows have no value for what must have one.
    case missingValues
    /// Rows break a constraint of the destination.
    case duplicates
    /// Rows of an entity that the destination has no rows of.
    case rowsWithoutPlace
    /// A migration plan, or the code of one of its stages, does not take the store.
    case refusedByPlan
    case readOnly
    /// Open elsewhere, or migrated by somebody else for longer than the deadline.
    case locked
    case noSpace
    /// The store has a version that is newer than any of the plan.
    case newer
    /// Somebody else migrated the store first.
    case changedMeanwhile
    /// What was made is not what it should be.
    case unproven
    case fileSystem
    case damaged
  }

  package init(
    _ code: Code, _ message: String, advice: String = "", findings: [MigrationFinding] = [], path: String? = nil
  ) {
    self.code = code
    self.message = message
    self.advice = advice
    self.findings = findings
    self.path = path
  }

  package var description: String {
    ([advice.isEmpty ? message : "\(message) \(advice)"] + findings.map { "  \($0)" }).joined(separator: "\n")
  }

  /// The error in the words of the contract.
  package var storeError: StoreError {
    let code: StoreError.Code =
      switch code {
      case .notLightweight, .newer, .changedMeanwhile, .refusedByPlan: .modelDiffers
      case .missingValues: .invalidValue
      case .duplicates: .constraintViolated
      case .readOnly: .readOnly
      case .locked: .locked
      case .noSpace, .fileSystem: .fileSystem
      case .rowsWithoutPlace, .unproven, .damaged: .damaged
      }
    let first = findings.first
    return StoreError(
      code, ([message] + findings.map(\.description)).joined(separator: " "), advice: advice, entity: first?.entityName,
      property: first?.propertyName, path: path)
  }
}

/// One place of a model in an error or a report of a migration.
package struct MigrationFinding: Hashable, Sendable, CustomStringConvertible {
  package var entityName: String
  package var propertyName: String?
  package var rowCount: Int64
  /// What about the rows.
  package var what: String

  package init(entity: String, property: String?, rows: Int64, _ what: String) {
    entityName = entity
    propertyName = property
    rowCount = rows
    self.what = what
  }

  package var description: String { "\(propertyName.map { "\(entityName).\($0)" } ?? entityName): \(what)" }
}
