/// Statements of a migration over a store's own tables, and over those that others keep beside them.
extension OwnTables {
  /// The highest key that a family's table has or that was handed out for it.
  static func highestKeyQuery(ofTable table: String, root: Int) -> String {
    "SELECT max(IFNULL((SELECT max(Z_PK) FROM \(table.quoted)), 0),"
      + " IFNULL((SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = \(root)), 0))"
  }

  /// Number, name, superentity's number and last key of the entities that are the frameworks' own.
  static let frameworkEntityQuery =
    "SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT >= 16000 ORDER BY Z_ENT"
  /// Parameters: number, name, superentity's number and last key.
  static let entityReplacement =
    "INSERT OR REPLACE INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?1, ?2, ?3, ?4)"
  static let metadataErasure = "DELETE FROM Z_METADATA"
  static let modelCacheErasure = "DELETE FROM Z_MODELCACHE"
  static let modelCacheCreation = creationStatements[2]

  /// The columns in which a mirroring table names a row of the model's: by entity number and key (StoreFormat.md section 12).
  static let mirroredEntityColumn = "ZENTITYID"
  static let mirroredKeyColumn = "ZENTITYPK"
  /// What the frameworks' own tables for mirroring begin with.
  static let mirroringPrefix = "ANSCK"
}
