/// The key-value pairs that a modeller attached to an entity, a property or the model.
package struct UserInfo: Hashable, Sendable, Codable {
  package var entries: [String: String]

  package init(_ entries: [String: String] = [:]) {
    self.entries = entries
  }

  package var isEmpty: Bool { entries.isEmpty }

  package subscript(key: String) -> String? { entries[key] }
}
