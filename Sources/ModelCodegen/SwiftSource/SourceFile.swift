/// A Swift file before it is text: a comment, imports, and one type.
struct SourceFile: Hashable, Sendable {
  /// Lines of the leading comment, without the slashes.
  var header: [String]
  var imports: [String]
  var type: TypeDeclaration
}
