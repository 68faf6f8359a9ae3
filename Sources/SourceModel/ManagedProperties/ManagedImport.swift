/// An import that generated accessors need too.
package struct ManagedImport: Hashable, Sendable {
  package var module: String
  package var isTestable: Bool
  /// `#if` conditions that could not be told.
  package var conditions: [String]

  package init(module: String, isTestable: Bool = false, conditions: [String] = []) {
    self.module = module
    self.isTestable = isTestable
    self.conditions = conditions
  }

  /// Public only where a public declaration needs it: more than that, the compiler warns of.
  func lines(isPublic: Bool) -> [String] {
    let line = (isTestable ? "@testable " : isPublic ? "public " : "") + "import " + module
    return conditions.isEmpty ? [line] : ["#if " + conditions.joined(separator: " && "), line, "#endif"]
  }
}
