/// The tables that a store keeps about itself, and the statements over them (StoreFormat.md sections 3 and 10).
package enum OwnTables {
  /// Entity numbers, and the last primary key of each family.
  package static let primaryKeys = "Z_PRIMARYKEY"
  package static let metadata = "Z_METADATA"
  package static let modelCache = "Z_MODELCACHE"

  static let creationStatements = [
    "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
    "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
    "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)",
  ]

  /// Version, identifier and property list.
  static let metadataQuery = "SELECT Z_VERSION, Z_UUID, Z_PLIST FROM Z_METADATA"
  /// Its parameter is the property list.
  static let metadataListUpdate = "UPDATE Z_METADATA SET Z_PLIST = ?1"
  /// Parameters: identifier and property list.
  static let metadataInsertion = "INSERT INTO Z_METADATA VALUES (1, ?1, ?2)"
  static let modelCacheQuery = "SELECT Z_CONTENT FROM Z_MODELCACHE"
  /// Its parameter is the content.
  static let modelCacheInsertion = "INSERT INTO Z_MODELCACHE VALUES (?1)"

  /// Number, name and superentity's number of the model's entities, without those of history and mirroring.
  static let entityQuery = "SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY WHERE Z_ENT < 16000 ORDER BY Z_ENT"
  /// Name and number of every entity.
  package static let entityNumberQuery = "SELECT Z_NAME, Z_ENT FROM Z_PRIMARYKEY"
  /// Parameters: number, name and superentity's number.
  static let entityInsertion = "INSERT INTO Z_PRIMARYKEY VALUES (?1, ?2, ?3, 0)"
  /// Parameters: last key, number and name; for an entity of the framework's own.
  static let ownEntityInsertion =
    "INSERT OR REPLACE INTO Z_PRIMARYKEY (Z_MAX, Z_ENT, Z_NAME, Z_SUPER) VALUES (?1, ?2, ?3, 0)"
  /// Parameters: last key and number.
  static let lastKeyUpdate = "UPDATE Z_PRIMARYKEY SET Z_MAX = ?1 WHERE Z_ENT = ?2"

  /// Number, name, superentity's number and last key of the model's entities.
  static let numberQuery =
    "SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT < 16000 ORDER BY Z_ENT"
  static let numberDeletion = "DELETE FROM Z_PRIMARYKEY WHERE Z_ENT < 16000"
  /// Parameters: number, name, superentity's number and last key.
  static let numberInsertion = "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?1, ?2, ?3, ?4)"

  /// Makes the last key of an entity at least the highest in its table.
  static func lastKeyRaise(ofEntity number: Int, table: String, key: String) -> String {
    "UPDATE Z_PRIMARYKEY SET Z_MAX = (SELECT max(\(key)) FROM \(table)) WHERE Z_ENT = \(number)"
  }

  static func lastKeyQuery(ofEntity number: Int) -> String {
    "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = \(number)"
  }

  /// Entity number and count of the rows of a family's table.
  package static func rowCountQuery(ofTable table: String) -> String {
    "SELECT Z_ENT, count(*) FROM \(table.quoted) GROUP BY Z_ENT"
  }
}
