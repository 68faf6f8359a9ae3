/// Something about the classes that a reader must know: above all what could not be resolved.
package struct SourceFinding: Encodable, Hashable, Sendable {
  package var kind: Kind
  package var entity: String?
  package var property: String?
  package var message: String

  package enum Kind: String, Encodable, Hashable, Sendable {
    /// The source does not say it in the files given; left out of the model.
    case unresolved
    /// The declaration cannot be a model.
    case invalid
  }
}
