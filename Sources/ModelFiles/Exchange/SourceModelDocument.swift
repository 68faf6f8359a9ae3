package import Foundation
package import ModelDescription

/// What `causeway-source` hands to `causeway`: the model that a folder's classes declare, and what could not be told.
///
/// Travels as JSON between two executables of one build, since only the helper is linked to SwiftSyntax.
package struct SourceModelDocument: Codable, Hashable, Sendable {
  package var format: Int
  package var model: ModelDescription
  package var findings: [SourceFinding]
  /// Attributes (`Book.addedAt`) whose default value is an expression, so that the model says none.
  package var computedDefaults: [String]
  /// Qualified names of the types that conform to `VersionedSchema`.
  package var schemas: [String]

  private static let currentFormat = 2

  package init(
    model: ModelDescription, findings: [SourceFinding], computedDefaults: [String] = [], schemas: [String] = []
  ) {
    format = Self.currentFormat
    self.model = model
    self.findings = findings
    self.computedDefaults = computedDefaults
    self.schemas = schemas
  }

  /// Keys sorted, so that the same classes give the same bytes.
  package func data() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
    return try encoder.encode(self)
  }

  /// - Throws: `ModelFileError` when the bytes are none of this format.
  package static func read(_ data: Data) throws -> SourceModelDocument {
    guard let document = try? JSONDecoder().decode(SourceModelDocument.self, from: data) else {
      throw ModelFileError("what the helper causeway-source printed is no model", path: "")
    }
    guard document.format == currentFormat else {
      throw ModelFileError(
        "the helper causeway-source speaks format \(document.format), not \(currentFormat); build both together",
        path: "")
    }
    return document
  }
}
