/// Why a model cannot be used, and where.
package struct ModelError: Error, Hashable, Sendable, CustomStringConvertible {
  package var entityName: String?
  package var propertyName: String?
  package var message: String

  package init(_ message: String, entity: String? = nil, property: String? = nil) {
    self.message = message
    self.entityName = entity
    self.propertyName = property
  }

  package var description: String {
    switch (entityName, propertyName) {
    case (let entity?, let property?): "\(entity).\(property): \(message)"
    case (let entity?, nil): "entity \(entity): \(message)"
    case (nil, _): message
    }
  }
}
