package import ModelCodegen
import ModelDescription

/// How `generate` tells what it wrote and what the classes cannot say.
package struct GenerationReport: Sendable {
  let code: GeneratedCode
  let folder: String
  let version: String?
  /// Each version's classes hash as it does, where that was asked.
  let isExact: Bool

  package init(_ code: GeneratedCode, folder: String, version: String?, isExact: Bool = true) {
    self.code = code
    self.folder = folder
    self.version = version
    self.isExact = isExact
  }

  /// Findings only where the classes do not pair with a store of the model.
  package var status: ExitStatus {
    code.findings(.leftOut).isEmpty && code.findings(.differs).isEmpty && isExact ? .fine : .findings
  }

  package var json: JSONValue {
    .document([
      "version": .optional(version),
      "folder": .string(folder),
      "files": .array(
        code.files.map { ["name": .string($0.name), "entity": .optional($0.entityName)] }),
      "findings": .array(
        code.findings.map {
          [
            "entity": .optional($0.entityName), "property": .optional($0.propertyName),
            "topic": .string($0.topic.rawValue), "effect": .string($0.effect.rawValue),
            "message": .string($0.message),
          ]
        }),
    ])
  }

  package func print(on console: Console) {
    console.print("Wrote \(code.files.count.counted("file")) to \(folder):")
    for file in code.files { console.print("  \(file.name)") }
    for effect in Finding.Effect.allCases {
      let findings = code.findings(effect)
      guard !findings.isEmpty else { continue }
      console.print()
      console.print(console.styled(Self.title(effect), .bold))
      for finding in findings { console.print("  \(finding)") }
    }
  }

  private static func title(_ effect: Finding.Effect) -> String {
    switch effect {
    case .leftOut: "Left out: the store's values have no property in the classes"
    case .differs: "Said differently: the classes do not pair with a store of the model"
    case .unsaid: "What SwiftData cannot say"
    case .note: "Notes"
    }
  }
}
