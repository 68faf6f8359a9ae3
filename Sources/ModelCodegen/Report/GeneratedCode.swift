/// What a model becomes: files in order of their names, and what they cannot say.
package struct GeneratedCode: Hashable, Sendable {
  package var files: [File]
  /// The model's own first, then by entity; within an entity in the order of its declaration.
  package var findings: [Finding]

  package init(files: [File], findings: [Finding]) {
    self.files = files
    self.findings = findings
  }

  package struct File: Hashable, Sendable {
    /// `Book.swift`.
    package var name: String
    package var text: String
    /// The entity whose class it holds; `nil` for a composite's struct.
    package var entityName: String?

    package init(name: String, text: String, entityName: String?) {
      self.name = name
      self.text = text
      self.entityName = entityName
    }
  }

  package func findings(_ effect: Finding.Effect) -> [Finding] { findings.filter { $0.effect == effect } }
}
