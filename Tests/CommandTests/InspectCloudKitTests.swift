import Foundation
import SQLiteDriver
import TestKit
import Testing

@testable import causeway

/// A store that is mirrored to CloudKit has tables of that beside its own: they are counted, and touched by no verb.
@Suite struct InspectCloudKitTests {
  private let folder: TemporaryFolder
  private let store: String
  private static let model = SharedMaterial.packageRoot.appendingPathComponent("Examples/Library/Library.xcdatamodeld")
    .path

  /// The two tables whose text is known (StoreFormat.md section 12), one with rows.
  init() throws {
    folder = try TemporaryFolder()
    store = folder.file("Library.sqlite").path
    let captured = CapturedOutput()
    let seed = ["seed", Self.model, "--rows", "3", "-o", store]
    try #require(Tool.run(seed, console: captured.console) == .fine, "\(captured.errors)")
    let fixed = "Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER"
    try Connection(path: store, mode: .readWrite).execute(
      """
      CREATE TABLE ANSCKRECORDMETADATA ( \(fixed), ZENTITYID INTEGER, ZENTITYPK INTEGER, ZNEEDSUPLOAD INTEGER, \
      ZCKRECORDNAME VARCHAR );
      CREATE UNIQUE INDEX Z_NSCKRecordMetadata_UNIQUE_entityId_entityPK ON ANSCKRECORDMETADATA \
      (ZENTITYID COLLATE BINARY ASC, ZENTITYPK COLLATE BINARY ASC);
      CREATE TABLE ANSCKMETADATAENTRY ( \(fixed), ZBOOLVALUENUM INTEGER, ZKEY VARCHAR, ZSTRINGVALUE VARCHAR );
      INSERT INTO ANSCKRECORDMETADATA VALUES (1, 17011, 1, 1, 1, 0, 'A'), (2, 17011, 1, 1, 2, 1, 'B');
      INSERT INTO Z_PRIMARYKEY VALUES (17007, 'NSCKMetadataEntry', 0, 0), (17011, 'NSCKRecordMetadata', 0, 2);
      """)
  }

  private func run(_ words: [String]) -> (status: causeway.ExitStatus, output: String, errors: String) {
    let captured = CapturedOutput()
    let status = Tool.run(words, console: captured.console)
    return (status, captured.output, captured.errors)
  }

  @Test func theTablesAreCountedBesideTheModels() throws {
    let before = try FolderSnapshot(folder.url)
    let text = run(["inspect", store])
    #expect(text.status == .fine && text.errors.isEmpty, "\(text.errors)")
    #expect(text.output.contains("  CloudKit           2 tables\n"), "\(text.output)")
    let warning = "edits that are made here are not sent to CloudKit, and the mirroring's 2 tables stay as they are"
    #expect(text.output.components(separatedBy: "  warning: \(warning)\n").count == 2, "\(text.output)")
    #expect(
      text.output.hasSuffix("CloudKit tables\n  ANSCKMETADATAENTRY  0 rows\n  ANSCKRECORDMETADATA  2 rows\n"),
      "\(text.output)")
    let json = run(["inspect", store, "--json"])
    let document = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    let described = try #require(document?["store"] as? [String: Any])
    let tables = try #require((described["cloudKit"] as? [String: Any])?["tables"] as? [[String: Any]])
    #expect(tables.compactMap { $0["name"] as? String } == ["ANSCKMETADATAENTRY", "ANSCKRECORDMETADATA"])
    #expect(tables.compactMap { $0["rows"] as? Int } == [0, 2])
    #expect((described["cloudKit"] as? [String: Any])?["warning"] as? String == warning)
    // The mirroring's own entities are none of the model's.
    let entities = try #require(document?["entities"] as? [[String: Any]])
    #expect(!entities.contains { ($0["name"] as? String)?.hasPrefix("NSCK") == true })
    #expect(try FolderSnapshot(folder.url) == before)
  }

  @Test func aStoreThatIsNotMirroredHasNothingToWarnOf() throws {
    try Connection(path: store, mode: .readWrite).execute(
      "DROP TABLE ANSCKRECORDMETADATA; DROP TABLE ANSCKMETADATAENTRY; DELETE FROM Z_PRIMARYKEY WHERE Z_ENT > 17000")
    let text = run(["inspect", store])
    #expect(text.status == .fine && !text.output.contains("warning"), "\(text.output)")
    let json = run(["inspect", store, "--json"])
    let document = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    let cloudKit = (document?["store"] as? [String: Any])?["cloudKit"] as? [String: Any]
    #expect(cloudKit?["warning"] is NSNull)
  }

  @Test func theStoreIsStillItsModels() {
    let rows = run(["inspect", store, "--entity", "Book", "--limit", "1"])
    #expect(rows.status == .fine && rows.output.hasPrefix("Book/p1\n"), "\(rows.errors)")
    let check = run(["check", "--model", Self.model, "--store", store])
    #expect(check.status == .fine && check.output.contains("same: "), "\(check.output)\(check.errors)")
    let hash = run(["hash", store])
    #expect(hash.status == .fine, "\(hash.errors)")
  }

  /// Without a model all tables are listed, the mirroring's with their columns too.
  @Test func withoutAModelTheyAreListedWithTheirColumns() throws {
    try Connection(path: store, mode: .readWrite).execute("DELETE FROM Z_MODELCACHE")
    let result = run(["inspect", store])
    #expect(result.status == .findings)
    #expect(
      result.output.contains(
        "  ANSCKMETADATAENTRY  0 rows: Z_PK, Z_ENT, Z_OPT, ZBOOLVALUENUM, ZKEY, ZSTRINGVALUE\n"), "\(result.output)")
  }
}
