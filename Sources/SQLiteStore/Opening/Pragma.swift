internal import SQLiteDriver
internal import StoreContract

/// A setting of SQLite's that an application asks for.
package struct Pragma: Hashable, Sendable {
  package let name: String
  package let value: String

  /// - Throws: `StoreError` for a text that is more than one name and one value: pragmas are part of a statement, so
  ///   nothing else may stand in them.
  package init(_ name: String, _ value: String) throws {
    guard !name.isEmpty, name.utf8.count <= 64, name.utf8.allSatisfy({ Self.isLetter($0) || $0 == UInt8(ascii: "_") })
    else { throw Self.refused("\"\(name)\" is no pragma's name", "Give letters and underscores only.") }
    let plain = value.utf8.allSatisfy { byte in
      Self.isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "_-+.".utf8.contains(byte)
    }
    guard !value.isEmpty, value.utf8.count <= 64, plain, !value.contains("--") else {
      throw Self.refused(
        "\"\(value)\" is no value of the pragma \(name)",
        "Give a number or one word of letters, digits and underscores.")
    }
    guard !Self.refusedNames.contains(name.lowercased()) else {
      throw Self.refused("the pragma \(name) is not for applications", "It could damage the store.")
    }
    self.name = name
    self.value = value
  }

  private static let refusedNames: Set<String> = ["writable_schema", "query_only", "trusted_schema"]

  private static func isLetter(_ byte: UInt8) -> Bool {
    let small = byte | 0x20
    return small >= UInt8(ascii: "a") && small <= UInt8(ascii: "z")
  }

  private static func refused(_ what: String, _ advice: String) -> StoreError {
    StoreError(.unsupported, "A pragma is refused: \(what).", advice: advice)
  }

  /// Whether it changes the file and not the connection: such a one is for the first connection only.
  private var concernsFile: Bool { name.lowercased() == "journal_mode" }

  /// Whether the application says how changes are made safe, and so not the store.
  static func chooseJournal(_ pragmas: [Pragma]) -> Bool { pragmas.contains { $0.concernsFile } }

  static func apply(_ pragmas: [Pragma], to connection: Connection, isFirst: Bool) throws {
    for pragma in pragmas where isFirst && connection.mode != .readOnly || !pragma.concernsFile {
      try connection.execute("PRAGMA \(pragma.name) = \(pragma.value)")
    }
  }
}
