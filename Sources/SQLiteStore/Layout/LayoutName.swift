import ModelDescription
import StoreContract

/// Spells the names of tables and columns (StoreFormat.md section 2).
enum LayoutName {
  /// `Z` and the name in capitals.
  ///
  /// - Throws: `StoreError` for a name that cannot stand in SQL unquoted, as Apple's statements have it.
  static func prefixed(_ name: String, entity: String, property: String? = nil) throws -> String {
    guard StoredName.isPlain(name) else {
      throw StoreError(
        .unsupported, "The name \"\(name)\" has characters that cannot stand in a table or column name.",
        advice: "Use letters, digits and underscores.", entity: entity, property: property)
    }
    return "Z" + name.uppercased()
  }

  static let reservedTables: Set<String> = [
    OwnTables.primaryKeys, OwnTables.metadata, OwnTables.modelCache,
  ]
  static let fixedColumns: Set<String> = ["Z_PK", "Z_ENT", "Z_OPT"]
}

/// Hands out names that are unique in their scope: the second use of a name gets 1, the third 2 and so on.
struct NameScope {
  private var used: Set<String>

  init(reserving names: Set<String> = []) { used = names }

  mutating func take(_ base: String) -> String {
    var name = base
    var suffix = 0
    while !used.insert(name).inserted {
      suffix += 1
      name = base + String(suffix)
    }
    return name
  }
}
