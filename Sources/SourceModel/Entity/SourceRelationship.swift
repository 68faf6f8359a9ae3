/// What `@Relationship(…)` says; defaults are those of the macro.
package struct SourceRelationship: Hashable, Sendable {
  /// Names of the options (`unique`).
  package var options: [String]
  /// `nullify`, `cascade`, `deny`, `noAction`; another text when the source has an expression.
  package var deleteRule: String
  package var minimumModelCount: Int?
  package var maximumModelCount: Int?
  package var originalName: String?
  package var hashModifier: String?
  /// The inverse's key path as written (`\Loan.book`).
  package var inverseText: String?
  /// The type in that key path, when written (`Loan`).
  package var inverseTypeName: String?
  /// The property in that key path (`book`).
  package var inverseName: String?
  /// The argument list verbatim, for an initialiser that takes the same one.
  package var arguments: String

  package init(arguments: String = "") {
    options = []
    deleteRule = "nullify"
    minimumModelCount = 0
    maximumModelCount = 0
    self.arguments = arguments
  }
}
