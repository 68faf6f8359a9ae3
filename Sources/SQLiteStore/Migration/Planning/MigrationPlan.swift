internal import ModelDescription
package import ModelEvolution

/// What a migration will do, decided before anything is written.
///
/// A value: `lines` says it to people, and one place acts on it.
package struct MigrationPlan: Sendable {
  package let mapping: ModelMapping
  package let mode: Mode
  /// Why a copy is made, or what is added in place.
  package let reasons: [String]
  /// Rows of all entities of the source.
  package let rows: Int64

  let source: MigrationSource
  let layout: StoreLayout
  let transfers: [TableTransfer]
  /// Links, their order and what is left dangling, after the rows.
  let linkStatements: [MigrationStatement]
  let lacks: [RowExpressions.Lack]
  /// What must have a value when the migration is done.
  let requirements: [MandatoryRequirement]
  let places: [LinkPlace]
  let losses: [MigrationLoss]
  let history: HistoryTable.ChangeTransfer?
  let mirroring: RowMoves?
  /// Statements that change the file where it is.
  let additions: [MigrationStatement]
  let highestKeys: [Int: Int64]
  let notes: [String]

  package enum Mode: String, Hashable, Sendable, CaseIterable {
    /// One transaction in the store itself.
    case inPlace
    /// A new file beside the store, which takes its place with one rename.
    case copy

    package var words: String {
      switch self {
      case .inPlace: "in place, in one transaction that only adds"
      case .copy: "on a copy beside the store, which took its place"
      }
    }
  }
}

/// Something that has no place in the destination.
struct MigrationLoss: Sendable {
  /// One of what is lost, as `row`, and the rest of the sentence about it.
  let noun: String
  let what: String
  /// Counts it in the source.
  let count: String
}

/// A property of which no row may lack a value.
struct MandatoryRequirement: Sendable {
  let entityName: String
  let property: String
  /// Counts the rows of the destination that lack it.
  let count: String
}

/// A place of the destination where links are, counted before and after.
struct LinkPlace: Sendable {
  let relationship: String
  /// Queries over the source whose sum is the number of links.
  let before: [String]
  let after: String
  /// Every link finds its place.
  let keepsAll: Bool
  /// Counts links that lead to nothing in the new file; `nil` where that cannot be.
  let danglingAfter: String?
  /// Queries over the source whose sum is the number of links that lead to nothing there.
  let danglingBefore: [String]
  /// Takes them away from the new file.
  let clearing: String?
  /// Counts rows of the new file without a link that both models demand; `nil` where nothing is demanded.
  let lacking: String?
}
