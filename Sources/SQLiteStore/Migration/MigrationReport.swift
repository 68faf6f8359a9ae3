package import Foundation

/// What a migration did, counted and compared before the store was replaced.
package struct MigrationReport: Sendable {
  package var mode: MigrationPlan.Mode
  package var entities: [EntityCount] = []
  package var links: [LinkCount] = []
  package var filled: [Fill] = []
  /// What has no place in the destination, a line each.
  package var dropped: [String] = []
  /// What else is worth knowing.
  package var notes: [String] = []
  package var hashesBefore: [String: Data] = [:]
  package var hashesAfter: [String: Data] = [:]

  /// Rows of one entity.
  package struct EntityCount: Hashable, Sendable {
    /// `nil` for a new entity.
    package var source: String?
    /// `nil` for one whose rows were dropped.
    package var destination: String?
    package var before: Int64
    package var after: Int64
  }

  /// Links of one relationship; of two that are each other's inverse, one stands for both.
  package struct LinkCount: Hashable, Sendable {
    package var relationship: String
    package var before: Int64
    package var after: Int64
  }

  /// Rows that got a value which the source does not have.
  package struct Fill: Hashable, Sendable {
    package var entity: String
    package var property: String
    package var rows: Int64
    package var value: String
    package var origin: ResolvedFill.Origin

    package init(entity: String, property: String, rows: Int64, value: String, origin: ResolvedFill.Origin) {
      self.entity = entity
      self.property = property
      self.rows = rows
      self.value = value
      self.origin = origin
    }
  }

  package var rowsBefore: Int64 { entities.reduce(0) { $0 + $1.before } }
  package var rowsAfter: Int64 { entities.reduce(0) { $0 + $1.after } }
}
