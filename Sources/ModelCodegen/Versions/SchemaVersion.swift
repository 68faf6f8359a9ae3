package import ModelDescription

/// One version of a model, as it is to stand in Swift.
package struct SchemaVersion: Sendable {
  /// The name of the enum (`LibraryV1`).
  package var name: String
  package var model: ModelDescription
  /// What the file says it comes from (`version "Library 2" of Library.xcdatamodeld`).
  package var title: String
  /// The numbers of `Schema.Version`.
  package var number: [Int]

  package init(name: String, model: ModelDescription, title: String, number: [Int]) {
    self.name = name
    self.model = model
    self.title = title
    self.number = number
  }

  /// Makes an identifier of a name that people gave: `My Model-2` becomes `MyModel2`.
  package static func identifier(from name: String) -> String {
    let words = name.split { !($0.isLetter || $0.isNumber || $0 == "_") }
    let joined = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    guard let first = joined.first, first.isLetter || first == "_" else { return "Model" + joined }
    return joined
  }

  /// Whether a name can be that of an enum without quotes.
  package static func isIdentifier(_ name: String) -> Bool { SwiftIdentifier.escaped(name) == name }
}
