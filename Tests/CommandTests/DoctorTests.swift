import Foundation
import ModelFiles
import SQLiteDriver
import SQLiteStore
import TestKit
import Testing

@testable import causeway

@Suite struct DoctorTests {
  private let folder: TemporaryFolder
  private let model: String

  /// Every kind of relationship, large values, and what is unique.
  private static let contents = """
    <?xml version="1.0" encoding="UTF-8"?><model type="com.apple.IDECoreDataModeler.DataModel">
    <entity name="Album"><attribute name="title" attributeType="String"/>
    <relationship name="photos" toMany="YES" ordered="YES" optional="YES" deletionRule="Nullify" destinationEntity="Photo" inverseName="album" inverseEntity="Photo"/></entity>
    <entity name="Animal" isAbstract="YES"><attribute name="name" optional="YES" attributeType="String"/>
    <relationship name="keepers" toMany="YES" optional="YES" deletionRule="Nullify" destinationEntity="Person" inverseName="pet" inverseEntity="Person"/></entity>
    <entity name="Cat" parentEntity="Animal"/><entity name="Dog" parentEntity="Animal"/>
    <entity name="Note"><attribute name="text" optional="YES" attributeType="String"/>
    <relationship name="author" maxCount="1" deletionRule="Nullify" destinationEntity="Person" inverseName="notes" inverseEntity="Person"/></entity>
    <entity name="Passport"><attribute name="number" optional="YES" attributeType="String"/>
    <relationship name="holder" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Person" inverseName="passport" inverseEntity="Person"/></entity>
    <entity name="Person"><attribute name="age" attributeType="Integer 16" defaultValueString="7"/>
    <attribute name="name" attributeType="String"/>
    <relationship name="notes" toMany="YES" optional="YES" deletionRule="Cascade" destinationEntity="Note" inverseName="author" inverseEntity="Note"/>
    <relationship name="passport" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Passport" inverseName="holder" inverseEntity="Passport"/>
    <relationship name="pet" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Animal" inverseName="keepers" inverseEntity="Animal"/>
    <relationship name="tags" toMany="YES" ordered="YES" optional="YES" deletionRule="Nullify" destinationEntity="Tag" inverseName="people" inverseEntity="Tag"/>
    <relationship name="visits" toMany="YES" optional="YES" deletionRule="Nullify" destinationEntity="Visit"/></entity>
    <entity name="Photo"><attribute name="pixels" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>
    <attribute name="raw" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>
    <relationship name="album" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Album" inverseName="photos" inverseEntity="Album"/></entity>
    <entity name="Tag"><attribute name="name" attributeType="String"/>
    <relationship name="people" toMany="YES" optional="YES" deletionRule="Nullify" destinationEntity="Person" inverseName="tags" inverseEntity="Person"/>
    <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint></uniquenessConstraints></entity>
    <entity name="Ticket"><relationship name="visit" maxCount="1" deletionRule="Nullify" destinationEntity="Visit"/></entity>
    <entity name="Visit"><attribute name="day" optional="YES" attributeType="Date"/></entity></model>
    """

  init() throws {
    folder = try TemporaryFolder()
    model = folder.file("House.xcdatamodel").path
    try FileManager.default.createDirectory(atPath: model, withIntermediateDirectories: true)
    try Self.contents.write(toFile: model + "/contents", atomically: true, encoding: .utf8)
  }

  private func run(_ words: [String]) -> (status: causeway.ExitStatus, output: String, errors: String) {
    let captured = CapturedOutput()
    let status = Tool.run(words, console: captured.console)
    return (status, captured.output, captured.errors)
  }

  private func store() throws -> String {
    let path = folder.file("House.sqlite").path
    let made = run(["seed", model, "--rows", "12", "-o", path])
    try #require(made.status == .fine, "\(made.errors)")
    return path
  }

  private func change(_ store: String, _ statements: [String]) throws {
    let connection = try Connection(path: store, mode: .readWrite)
    for statement in statements { try connection.execute(statement) }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var kind: StoreDamage.Kind
    var place: String
    var count: Int
    var rows: [Int]
    var isMended: Bool
    var statements: [String]
    var testDescription: String { "\(kind) at \(place)" }

    init(
      _ kind: StoreDamage.Kind, _ place: String, count: Int = 1, rows: [Int] = [3], mended: Bool = true,
      _ statements: String...
    ) {
      self.kind = kind
      self.place = place
      self.count = count
      self.rows = rows
      isMended = mended
      self.statements = statements
    }
  }

  static let cases: [Case] = [
    Case(.danglingKey, "Photo.album", "UPDATE ZPHOTO SET ZALBUM = 999 WHERE Z_PK = 3"),
    // The album goes, and its photos are left behind; the place in its order goes too.
    Case(
      .danglingKey, "Photo.album", count: 2, rows: [3, 4], "UPDATE ZPHOTO SET ZALBUM = 12 WHERE Z_PK IN (3, 4)",
      "UPDATE ZPHOTO SET ZALBUM = 1 WHERE ZALBUM = 12 AND Z_PK NOT IN (3, 4)", "DELETE FROM ZALBUM WHERE Z_PK = 12"),
    // Not an animal's number.
    Case(.danglingKey, "Person.pet", "UPDATE ZPERSON SET ZPET = 4711, Z2_PET = 3 WHERE Z_PK = 3"),
    Case(.danglingKey, "Person.visits", rows: [3], "UPDATE ZVISIT SET Z7VISITS = 999 WHERE Z_PK = 3"),
    Case(.orphan, "Note.author", "UPDATE ZNOTE SET ZAUTHOR = 999 WHERE Z_PK = 3"),
    Case(.orphan, "Note.author", "UPDATE ZNOTE SET ZAUTHOR = NULL WHERE Z_PK = 3"),
    Case(.orphan, "Ticket.visit", mended: false, "UPDATE ZTICKET SET ZVISIT = 999 WHERE Z_PK = 3"),
    Case(.orphan, "Ticket.visit", mended: false, "UPDATE ZTICKET SET ZVISIT = NULL WHERE Z_PK = 3"),
    Case(.danglingLink, "Person.tags", rows: [1], "UPDATE Z_7TAGS SET Z_9TAGS = 999 WHERE rowid = 1"),
    Case(.referenceEntity, "Person.pet", "UPDATE ZPERSON SET Z2_PET = 2 WHERE Z_PK = 3"),
    Case(.brokenInverse, "Person.passport", "UPDATE ZPASSPORT SET ZHOLDER = NULL WHERE ZHOLDER = 3"),
    Case(.rowEntity, "Tag", "UPDATE ZTAG SET Z_ENT = 44 WHERE Z_PK = 3"),
    Case(.rowEntity, "Animal", mended: false, "UPDATE ZANIMAL SET Z_ENT = 2 WHERE Z_PK = 3"),
    Case(.lastKey, "Tag", rows: [12], "UPDATE Z_PRIMARYKEY SET Z_MAX = 4 WHERE Z_NAME = 'Tag'"),
    Case(.entityNumbers, "Tag", rows: [], "UPDATE Z_PRIMARYKEY SET Z_ENT = 99 WHERE Z_NAME = 'Tag'"),
    Case(
      .duplicate, "Tag.name", count: 2, rows: [5, 7], "DROP INDEX Z_Tag_UNIQUE_name",
      "UPDATE ZTAG SET ZNAME = 'x' WHERE Z_PK IN (3, 5, 7)"),
    Case(
      .orderKey, "Album.photos", count: 2, rows: [3, 4],
      "UPDATE ZPHOTO SET ZALBUM = 2, Z_FOK_ALBUM = 4096 WHERE Z_PK IN (2, 4)",
      "UPDATE ZPHOTO SET ZALBUM = 2, Z_FOK_ALBUM = NULL WHERE Z_PK = 3"),
    Case(
      .orderKey, "Person.tags", rows: [2],
      "UPDATE Z_7TAGS SET Z_FOK_9TAGS = (SELECT Z_FOK_9TAGS FROM Z_7TAGS WHERE rowid = 1) WHERE rowid = 2",
      "UPDATE OR IGNORE Z_7TAGS SET Z_7PEOPLE = (SELECT Z_7PEOPLE FROM Z_7TAGS WHERE rowid = 1) WHERE rowid = 2"),
    Case(.missingValue, "Person.age", "UPDATE ZPERSON SET ZAGE = NULL WHERE Z_PK = 3"),
    Case(.missingValue, "Person.name", mended: false, "UPDATE ZPERSON SET ZNAME = NULL WHERE Z_PK = 3"),
    Case(.wrongType, "Person.age", mended: false, "UPDATE ZPERSON SET ZAGE = 'old' WHERE Z_PK = 3"),
    Case(
      .missingFile, "Photo.pixels",
      "UPDATE ZPHOTO SET ZPIXELS = x'0230303030303030302D303030302D303030302D303030302D30303030303030303030303100' WHERE Z_PK = 3"
    ),
    Case(
      .missingFile, "Photo.raw", mended: false,
      "UPDATE ZPHOTO SET ZRAW = x'0230303030303030302D303030302D303030302D303030302D30303030303030303030303100' WHERE Z_PK = 3"
    ),
    Case(
      .missingIndex, "", rows: [], "DROP INDEX ZNOTE_ZAUTHOR_INDEX"),
    Case(
      .missingIndex, "", rows: [], "DROP INDEX Z_Tag_UNIQUE_name"),
  ]

  @Test(arguments: cases) func damageIsFoundAndMendedOnACopy(_ damage: Case) throws {
    let store = try store()
    try change(store, damage.statements)
    let before = try FolderSnapshot(folder.url)
    let found = run(["doctor", store, "--json"])
    #expect(found.status == .findings, "\(found.errors)")
    let document = try JSONDocument(found.output)
    let hits = (document["damages"]?.elements ?? []).filter {
      $0["kind"]?.string == damage.kind.rawValue
        && [$0["entity"]?.string, $0["property"]?.string].compactMap(\.self).joined(separator: ".") == damage.place
    }
    try #require(hits.count == 1, "\(found.output)")
    #expect(hits[0]["count"] == .number(Double(damage.count)))
    #expect(hits[0]["rows"] == .array(damage.rows.map { .number(Double($0)) }))
    #expect(hits[0]["canMend"] == .boolean(damage.isMended))
    #expect(try FolderSnapshot(folder.url) == before)

    let copy = folder.file("copy/Mended.sqlite")
    try FileManager.default.createDirectory(
      at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
    let fixed = run(["doctor", store, "--fix", "-o", copy.path])
    #expect(fixed.status == (damage.isMended ? .fine : .findings), "\(fixed.output)\(fixed.errors)")
    #expect(fixed.output.contains(damage.isMended ? "  mended  " : "  left    "), "\(fixed.output)")
    let again = run(["doctor", copy.path])
    #expect(again.status == (damage.isMended ? .fine : .findings), "\(again.output)")
    if damage.isMended { #expect(again.output.hasSuffix("  Nothing is wrong.\n")) }
    // The command opens it with every row.
    #expect(run(["check", "--model", model, "--store", copy.path]).status == .fine)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: copy.deletingLastPathComponent().path).allSatisfy {
        !$0.hasPrefix(".causeway")
      })
  }

  /// Control characters in a report are replaced, and those that colour it are not.
  @Test func reportsAreColoured() throws {
    let store = try store()
    try change(store, ["UPDATE ZPHOTO SET ZALBUM = 999 WHERE Z_PK = 3"])
    let copy = folder.file("Mended.sqlite").path
    for (words, word) in [
      (["doctor", store], "\u{1B}[31mdanglingKey"), (["doctor", store, "--fix", "-o", copy], "\u{1B}[32mmended"),
      (["migrate", "--from-all", folder.url.path, "--to", model], "\u{1B}[32mupToDate"),
    ] {
      let captured = CapturedOutput(usesColor: true)
      _ = Tool.run(words, console: captured.console)
      #expect(captured.output.contains(word) && !captured.output.contains("\u{FFFD}"), "\(captured.output)")
    }
  }

  @Test func everyKindIsSeeded() {
    let tested = Set(Self.cases.map(\.kind))
    #expect(
      Set(StoreDamage.Kind.allCases).subtracting(tested) == [
        .integrity, .layout, .unreferencedFile, .danglingChange, .danglingString, .historyEntity, .leftover,
      ])
  }

  @Test func aSeededStoreIsSound() throws {
    let result = run(["doctor", try store()])
    #expect(result.status == .fine)
    #expect(result.output.hasSuffix("House.sqlite\n  Nothing is wrong.\n"), "\(result.output)")
  }

  /// What refers to the second of two tags refers to the first afterwards, once.
  @Test func duplicatesAreMergedWithTheirLinks() throws {
    let store = try store()
    try change(
      store,
      [
        "DROP INDEX Z_Tag_UNIQUE_name", "UPDATE ZTAG SET ZNAME = 'x' WHERE Z_PK IN (3, 5)",
        "DELETE FROM Z_7TAGS", "INSERT INTO Z_7TAGS (Z_7PEOPLE, Z_9TAGS, Z_FOK_9TAGS) VALUES (1, 3, 2048)",
        "INSERT INTO Z_7TAGS (Z_7PEOPLE, Z_9TAGS, Z_FOK_9TAGS) VALUES (1, 5, 3072), (2, 5, 2048)",
      ])
    let copy = folder.file("Mended.sqlite").path
    #expect(run(["doctor", store, "--fix", "-o", copy]).status == .fine)
    let connection = try Connection(path: copy, mode: .untouched)
    #expect(
      try connection.text("SELECT group_concat(Z_7PEOPLE || '-' || Z_9TAGS) FROM (SELECT * FROM Z_7TAGS ORDER BY 1, 2)")
        == "1-3,2-3")
    #expect(try connection.integer("SELECT count(*) FROM ZTAG") == 11)
  }

  /// A row that goes leaves its own notes without an author, which go in the next round.
  @Test func whatARepairBringsToLightIsMendedToo() throws {
    let store = try store()
    try change(store, ["UPDATE ZNOTE SET ZAUTHOR = 3 WHERE Z_PK = 1", "DELETE FROM ZPERSON WHERE Z_PK = 3"])
    let found = try JSONDocument(run(["doctor", store, "--json"]).output)
    let kinds = Set((found["damages"]?.elements ?? []).compactMap { $0["kind"]?.string })
    #expect(kinds.isSuperset(of: ["orphan", "danglingKey", "danglingLink"]))
    let copy = folder.file("Mended.sqlite").path
    let fixed = run(["doctor", store, "--fix", "-o", copy])
    #expect(fixed.status == .fine, "\(fixed.output)")
    #expect(run(["doctor", copy]).status == .fine)
  }

  @Test func filesOfNoValueAreLeftOutOfTheCopy() throws {
    let store = try store()
    let files = folder.file(".House_SUPPORT/_EXTERNAL_DATA")
    let kept = try FileManager.default.contentsOfDirectory(atPath: files.path).sorted()
    #expect(!kept.isEmpty)
    let stray = "4D0C5A5B-2E5B-4E53-9A64-0D6A3B3B1F11"
    try Data([1]).write(to: files.appendingPathComponent(stray))
    let found = run(["doctor", store])
    #expect(found.status == .findings && found.output.contains("file \(stray)"), "\(found.output)")
    try FileManager.default.createDirectory(atPath: folder.file("copy").path, withIntermediateDirectories: true)
    let fixed = run(["doctor", store, "--fix", "-o", folder.file("copy/Mended.sqlite").path])
    #expect(fixed.status == .fine)
    #expect(fixed.output.contains("The copy goes without.") && !fixed.output.contains(".causeway-"), "\(fixed.output)")
    let copied = folder.file("copy/.Mended_SUPPORT/_EXTERNAL_DATA").path
    #expect(try FileManager.default.contentsOfDirectory(atPath: copied).sorted() == kept)
    #expect(FileManager.default.fileExists(atPath: files.appendingPathComponent(stray).path))
  }

  @Test func aDamagedIndexIsMadeAnew() throws {
    let store = try store()
    // Another text for the index than the one that it was filled by.
    try change(
      store,
      [
        "PRAGMA writable_schema = 1",
        "UPDATE sqlite_master SET sql = 'CREATE INDEX ZNOTE_ZAUTHOR_INDEX ON ZNOTE (ZTEXT)' WHERE name = 'ZNOTE_ZAUTHOR_INDEX'",
      ])
    let found = run(["doctor", store])
    #expect(found.status == .findings && found.output.contains("integrity"), "\(found.output)")
    #expect(found.output.contains("The indexes are made anew."))
    let copy = folder.file("Mended.sqlite").path
    #expect(run(["doctor", store, "--fix", "-o", copy]).status == .fine)
    #expect(run(["doctor", copy]).status == .fine)
  }

  @Test func whatCannotBeCopiedIsOneLine() throws {
    let store = try store()
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: store))
    try handle.seek(toOffset: 4096 * 3)
    try handle.write(contentsOf: Data(repeating: 0xA5, count: 4096 * 6))
    try handle.close()
    let found = run(["doctor", store])
    #expect(found.status != .fine)
    let copy = folder.file("Mended.sqlite").path
    let fixed = run(["doctor", store, "--fix", "-o", copy])
    #expect(fixed.status == .failure && fixed.errors.split(separator: "\n").count == 1, "\(fixed)")
    #expect(!FileManager.default.fileExists(atPath: copy))
  }

  @Test func aMissingTableIsToldAndTheRestChecked() throws {
    let store = try store()
    try change(store, ["DROP TABLE Z_7TAGS"])
    let found = run(["doctor", store])
    #expect(found.status == .findings)
    #expect(found.output.contains("layout") && found.output.contains("Z_7TAGS"), "\(found.output)")
  }

  @Test func anotherModelServesAStoreWithoutOne() throws {
    let store = try store()
    try change(store, ["DELETE FROM Z_MODELCACHE"])
    let alone = run(["doctor", store])
    #expect(alone.status == .findings && alone.output.contains("give --model MODEL"))
    #expect(alone.output.hasSuffix("  That check found nothing.\n"), "\(alone.output)")
    #expect(run(["doctor", store, "--model", model]).status == .fine)
    let copy = folder.file("Mended.sqlite").path
    let refused = run(["doctor", store, "--fix", "-o", copy])
    #expect(refused.status == .failure && refused.errors.contains("give --model MODEL"))
    let other = SharedMaterial.packageRoot.appendingPathComponent("Examples/Library/Library.xcdatamodeld").path
    let wrong = run(["doctor", store, "--model", other])
    #expect(wrong.status == .failure && wrong.errors.contains("are those of no version"))
  }

  @Test(arguments: [
    (["S", "--fix"], "--fix mends a copy; name it with -o COPY"),
    (["S", "-o", "C"], "-o names the copy that --fix mends; give --fix too"),
    (["S", "--version", "2"], "--version names a version of a model; give --model MODEL too"),
    (["/nowhere/S"], "/nowhere/S does not exist or cannot be reached."),
  ])
  func badInputIsOneLine(_ words: [String], _ line: String) {
    let result = run(["doctor"] + words)
    #expect(result.status == .failure && result.output.isEmpty)
    #expect(result.errors == "causeway: \(line)\n")
  }

  @Test func aCopyIsNeverReplaced() throws {
    let store = try store()
    let result = run(["doctor", store, "--fix", "-o", store])
    #expect(result.status == .failure && result.errors.contains("exists already"))
  }

  /// The verdict on every store that Apple's frameworks wrote.
  @Test(.enabled(if: SharedMaterial.isPresent, "no shared material beside the package"))
  func realStoresAreSound() throws {
    // Made by hand: old numbers of entities, no last keys, keys of rows that are not there.
    let unsound = [
      "artsy__energy/ArtsyPartner_1.3.sqlite": ["danglingKey", "lastKey", "missingIndex", "rowEntity"],
      "artsy__energy/ArtsyPartner_1.4.sqlite": ["lastKey", "missingIndex"],
    ]
    var (sound, told, checked, all) = (0, 0, 0, 0)
    for store in try RealStores.all() {
      all += 1
      var result = run(["doctor", store.path, "--json"])
      if result.output.contains("\"model\": null") {
        let others = store.models.lazy.map { run(["doctor", store.path, "--model", $0, "--json"]) }
        if let other = others.first(where: { $0.status != .failure }) { result = other }
      }
      let document = try JSONDocument(result.output)
      if document["model"]?.string != nil { checked += 1 }
      let kinds = Set((document["damages"]?.elements ?? []).compactMap { $0["kind"]?.string })
      #expect(kinds == Set(unsound[store.name] ?? []), "\(store.name): \(result.output)\(result.errors)")
      sound += kinds.isEmpty ? 1 : 0
      told += kinds.isEmpty ? 0 : 1
      if !kinds.isEmpty { print("not sound: \(store.name): \(kinds.sorted().joined(separator: ", "))") }
    }
    print("real stores: \(sound) sound and \(told) not, of \(all); \(checked) read row by row")
    #expect(sound + told == all && told == unsound.count && checked == all)
  }
}
