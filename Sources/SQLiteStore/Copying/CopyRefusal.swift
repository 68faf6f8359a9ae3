/// Why a copy was not begun, place by place. Nothing was written.
package struct CopyRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  package var message: String
  /// What to do about it.
  package var advice: String
  package var findings: [MigrationFinding]

  package init(_ message: String, advice: String, findings: [MigrationFinding]) {
    self.message = message
    self.advice = advice
    self.findings = findings
  }

  package var description: String {
    (["\(message) \(advice)"] + findings.map { "  \($0)" }).joined(separator: "\n")
  }
}
