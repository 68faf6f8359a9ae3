package import StoreContract

/// Why a change cannot be saved or an object cannot be read, and where.
package struct GraphError: Error, Sendable, CustomStringConvertible {
  package var code: Code
  package var message: String
  package var entityName: String?
  package var propertyName: String?
  /// Which of the model's rules does not hold, where it is one of those.
  package var rule: ModelRule?
  /// The object as its context has it: a negative key is that of a new one.
  package var object: RowKey?

  package enum Code: Hashable, Sendable {
    /// The classes and the store's model do not fit.
    case modelMismatch
    /// A mandatory value is missing, a value is too wide, a delete is denied.
    case validation
    /// Unique values are those of several others, and nobody says which of them is to stay.
    case clash
    case unsupported
  }

  package init(
    _ code: Code, _ message: String, entity: String? = nil, property: String? = nil, rule: ModelRule? = nil
  ) {
    self.code = code
    self.message = message
    self.rule = rule
    entityName = entity
    propertyName = property
  }

  package var description: String {
    switch (entityName, propertyName) {
    case (let entity?, let property?): "\(entity).\(property): \(message)"
    case (let entity?, nil): "\(entity): \(message)"
    case (nil, _): message
    }
  }
}
