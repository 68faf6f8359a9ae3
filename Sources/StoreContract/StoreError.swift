/// Why a store refused or failed, where, and what to do about it.
package struct StoreError: Error, Sendable, CustomStringConvertible {
  package var code: Code
  /// What happened, in one sentence that names file, entity and property where they are known.
  package var message: String
  /// What the reader can do; empty when there is nothing to say.
  package var advice: String
  package var entityName: String?
  package var propertyName: String?
  package var path: String?
  /// Which of the model's rules does not hold, where it is one of those.
  package var rule: ModelRule?
  /// The row that it is about, as the request for a save has it: a negative key is that of an insert.
  package var row: RowKey?

  package enum Code: Hashable, Sendable {
    /// The file is no store: empty, text, a folder, another kind of database, …
    case notAStore
    /// The file is a store but damaged.
    case damaged
    /// The store's model is missing, unreadable or of an unknown version.
    case modelUnreadable
    /// The store differs from the model it was opened with.
    case modelDiffers
    case readOnly
    case locked
    case fileSystem
    /// The row changed or vanished since it was read.
    case conflict
    case constraintViolated
    /// A value does not fit: width, missing mandatory value, wrong type.
    case invalidValue
    /// What was asked for is not supported.
    case unsupported
    case database
  }

  package init(
    _ code: Code, _ message: String, advice: String = "", entity: String? = nil, property: String? = nil,
    path: String? = nil, rule: ModelRule? = nil, row: RowKey? = nil
  ) {
    self.code = code
    self.message = message
    self.advice = advice
    self.entityName = entity
    self.propertyName = property
    self.path = path
    self.rule = rule
    self.row = row
  }

  package var description: String {
    advice.isEmpty ? message : "\(message) \(advice)"
  }
}
