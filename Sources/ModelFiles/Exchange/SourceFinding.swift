/// Something about model classes that a reader must know: above all what could not be resolved.
package struct SourceFinding: Codable, Hashable, Sendable {
  package var kind: Kind
  package var entity: String?
  package var property: String?
  /// The name that `originalName` gives the property.
  package var formerName: String?
  /// The file as the reader was given it, with the line where it is known (`Models/Book.swift:12`).
  package var place: String?
  package var message: String

  package enum Kind: String, Codable, Hashable, Sendable {
    /// The source does not say it in the files given; left out of the model.
    case unresolved
    /// The declaration cannot be a model.
    case invalid
  }

  package init(
    kind: Kind, entity: String? = nil, property: String? = nil, formerName: String? = nil, place: String? = nil,
    message: String
  ) {
    self.kind = kind
    self.entity = entity
    self.property = property
    self.formerName = formerName
    self.place = place
    self.message = message
  }
}
