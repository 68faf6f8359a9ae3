/// Why a mapping model cannot be followed, and where.
package struct MappingModelError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The entity mapping's name.
  package var mapping: String?
  package var property: String?
  package var message: String

  package init(_ message: String, mapping: String? = nil, property: String? = nil) {
    (self.message, self.mapping, self.property) = (message, mapping, property)
  }

  package var description: String {
    switch (mapping, property) {
    case (let mapping?, let property?): "\(mapping).\(property): \(message)"
    case (let mapping?, nil): "the entity mapping \(mapping): \(message)"
    case (nil, _): message
    }
  }
}
