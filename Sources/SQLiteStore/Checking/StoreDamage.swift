/// Something of a store file that is not as the frameworks keep it, with the rows concerned and what mends it.
package struct StoreDamage: Hashable, Sendable {
  package var kind: Kind
  /// The entity whose rows are concerned.
  package var entityName: String?
  package var propertyName: String?
  package var table: String?
  /// How many rows, files or indexes are concerned.
  package var count: Int
  /// The first of the rows, by their keys; those of a join table by SQLite's row id.
  package var rows: [Int64]
  /// Names of files in the store's folder for large values.
  package var files: [String]
  /// What is wrong, as one sentence.
  package var message: String
  package var mending: Mending

  /// Raw values are the words of `causeway doctor --json`.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// SQLite's own check of the file.
    case integrity
    /// Tables or columns that the model needs are not there.
    case layout
    /// The numbers of the entities are not those of the model.
    case entityNumbers
    /// Rows of no entity of their table.
    case rowEntity
    /// The last key handed out is below keys in use.
    case lastKey
    /// A to-one to a row that is not there.
    case danglingKey
    /// A row that cannot be without its owner, and has none.
    case orphan
    /// A row of a join table without one of its two ends.
    case danglingLink
    /// The number of the destination's entity beside a to-one is another one than the destination's.
    case referenceEntity
    /// The two ends of a one-to-one do not name each other.
    case brokenInverse
    /// Rows that share what is unique.
    case duplicate
    /// Members of an ordered relationship without a place, or with the same one.
    case orderKey
    /// No value where the model says that there is one.
    case missingValue
    /// A value of another type than the attribute's.
    case wrongType
    /// A value is in a file that is not there.
    case missingFile
    /// A file that no value refers to.
    case unreferencedFile
    /// An index that the model asks for.
    case missingIndex
    /// A change in the history of a transaction that is not there.
    case danglingChange
    /// A transaction whose author, context or process is a text that is not there.
    case danglingString
    /// A change in the history of an entity that the model does not have.
    case historyEntity
    /// What a migration left behind that was cut off.
    case leftover
  }

  package enum Mending: Hashable, Sendable {
    /// - Parameter words: what mending does, as one sentence.
    case possible(words: String, Repair)
    /// - Parameter advice: what to do, as one sentence.
    case impossible(advice: String)

    package var words: String {
      switch self {
      case .possible(let words, _): words
      case .impossible(let advice): advice
      }
    }

    package var isPossible: Bool { repair != nil }

    package var repair: Repair? {
      if case .possible(_, let repair) = self { repair } else { nil }
    }
  }

  /// What mends it, as a value that one place carries out.
  package enum Repair: Hashable, Sendable {
    case statements([String])
    /// The numbers of all entities are written anew.
    case entityNumbers
    case removeFiles([String])
  }

  init(
    _ kind: Kind, entity: String? = nil, property: String? = nil, table: String? = nil, count: Int, rows: [Int64] = [],
    files: [String] = [], _ message: String, _ mending: Mending
  ) {
    self.kind = kind
    entityName = entity
    propertyName = property
    self.table = table
    self.count = count
    self.rows = rows
    self.files = files
    self.message = message
    self.mending = mending
  }

  /// `Book.title`, `Book`, or nothing for the file as a whole.
  package var place: String { [entityName, propertyName].compactMap(\.self).joined(separator: ".") }
}
