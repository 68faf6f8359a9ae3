import Foundation
import SQLiteDriver
import SwiftData
import TestKit
import Testing

private enum Kinds {
  enum Glass: String, Codable { case coupe = "Coupe", flute = "Flute" }
  enum Rank: Int, Codable { case first = 1, second }
  enum Tone: Codable { case minor, major }
  struct Author: Codable { var id: UUID; var person: String?; var year: Int; var flavors: [String] }

  @Model final class Sample {
    #Index<Sample>([\.whole, \.text])
    @Attribute(.unique) var text: String
    var whole: Int = 0
    var small: Int16 = 0
    var middle: Int32 = 0
    var byte: UInt8 = 0
    var tiny: Int8 = 0
    var long: Int64 = 0
    var short: UInt16 = 0
    var wide: UInt32 = 0
    var yes: Bool = true
    var double: Double = 0
    var float: Float = 0
    var money: Decimal = 0
    var date: Date = Date.distantPast
    var uuid: UUID = UUID()
    var link: URL?
    var data: Data?
    @Attribute(.externalStorage) var file: Data?
    var glass: Glass = Glass.coupe
    var rank: Rank = Rank.first
    var tone: Tone = Tone.minor
    var author: Author?
    var words: [String] = []
    @Attribute(originalName: "former") var renamed: String = ""
    @Attribute(.ephemeral) var passing: Int = 1
    @Transient var loose: Int = 2
    var doubled: Int { whole * 2 }
    private(set) var locked: String = "locked"
    init(text: String) { self.text = text }
  }
}

/// What each kind of property leaves in the file, read by SQL alone. Expected is what StoreFormat.md found in Apple's stores
/// (2.2 types, 6 external values, 7 composites and SwiftData's types, 8 indexes).
@Suite struct PropertyBytesTests {
  private let folder: TemporaryFolder
  private let url: URL
  private static let id = UUID(uuid: (0, 17, 34, 51, 68, 85, 102, 119, 136, 153, 170, 187, 204, 221, 238, 255))

  init() throws {
    folder = try TemporaryFolder()
    url = folder.file("Bytes.store")
    let context = ModelContext(
      try ModelContainer(for: Kinds.Sample.self, configurations: ModelConfiguration(url: url)))
    let sample = Kinds.Sample(text: "é")
    (sample.whole, sample.small, sample.middle, sample.byte) = (-5, 300, -70_000, 255)
    (sample.tiny, sample.long, sample.short, sample.wide) = (-128, .min, 65_535, 4_294_967_295)
    (sample.double, sample.float, sample.money) = (2, 0.5, Decimal(string: "12.5") ?? 0)
    (sample.date, sample.uuid) = (Date(timeIntervalSinceReferenceDate: 60.25), Self.id)
    (sample.link, sample.data) = (URL(string: "https://example.org/a"), Data([1, 2]))
    sample.file = Data([3, 4])
    (sample.glass, sample.rank, sample.tone) = (.flute, .second, .major)
    sample.author = Kinds.Author(id: Self.id, person: nil, year: 1900, flavors: ["Anise"])
    sample.words = ["a"]
    sample.renamed = "r"
    context.insert(sample)
    try context.save()
  }

  private func rows(_ sql: String) throws -> [String] { try Rows.of(sql, at: url.path) }

  struct Column: Sendable, CustomTestStringConvertible {
    let name: String
    let type: String
    let storage: String
    let value: String
    var testDescription: String { name }
  }

  private static let uuid = "X'00112233445566778899AABBCCDDEEFF'"
  static let columns = [
    Column(name: "ZTEXT", type: "VARCHAR", storage: "text", value: "'é'"),
    Column(name: "ZWHOLE", type: "INTEGER", storage: "integer", value: "-5"),
    Column(name: "ZSMALL", type: "INTEGER", storage: "integer", value: "300"),
    Column(name: "ZMIDDLE", type: "INTEGER", storage: "integer", value: "-70000"),
    Column(name: "ZBYTE", type: "INTEGER", storage: "integer", value: "255"),
    Column(name: "ZTINY", type: "INTEGER", storage: "integer", value: "-128"),
    Column(name: "ZLONG", type: "INTEGER", storage: "integer", value: "-9223372036854775808"),
    Column(name: "ZSHORT", type: "INTEGER", storage: "integer", value: "65535"),
    Column(name: "ZWIDE", type: "INTEGER", storage: "integer", value: "4294967295"),
    Column(name: "ZYES", type: "INTEGER", storage: "integer", value: "1"),
    Column(name: "ZDOUBLE", type: "FLOAT", storage: "real", value: "2.0"),
    Column(name: "ZFLOAT", type: "FLOAT", storage: "real", value: "0.5"),
    Column(name: "ZMONEY", type: "DECIMAL", storage: "real", value: "12.5"),
    Column(name: "ZDATE", type: "TIMESTAMP", storage: "real", value: "60.25"),
    Column(name: "ZUUID", type: "BLOB", storage: "blob", value: uuid),
    Column(name: "ZLINK", type: "VARCHAR", storage: "text", value: "'https://example.org/a'"),
    Column(name: "ZDATA", type: "BLOB", storage: "blob", value: "X'0102'"),
    // Inline, with the mark of external storage before the bytes.
    Column(name: "ZFILE", type: "BLOB", storage: "blob", value: "X'010304'"),
    Column(name: "ZGLASS", type: "VARCHAR", storage: "text", value: "'Flute'"),
    Column(name: "ZRANK", type: "INTEGER", storage: "integer", value: "2"),
    Column(name: "ZMINOR", type: "VARCHAR", storage: "null", value: "NULL"),
    Column(name: "ZMAJOR", type: "VARCHAR", storage: "text", value: "'major'"),
    Column(name: "ZID", type: "BLOB", storage: "blob", value: uuid),
    Column(name: "ZPERSON", type: "VARCHAR", storage: "null", value: "NULL"),
    Column(name: "ZYEAR", type: "INTEGER", storage: "integer", value: "1900"),
    // ["Anise"] as JSON.
    Column(name: "ZFLAVORS", type: "BLOB", storage: "blob", value: "X'5B22416E697365225D'"),
    Column(name: "ZRENAMED", type: "VARCHAR", storage: "text", value: "'r'"),
    Column(name: "ZLOCKED", type: "VARCHAR", storage: "text", value: "'locked'"),
  ]

  @Test(arguments: columns) func everyKindHasItsBytes(_ column: Column) throws {
    #expect(
      try rows("SELECT type FROM pragma_table_info('ZSAMPLE') WHERE name = '\(column.name)'") == [column.type])
    #expect(
      try rows("SELECT typeof(\(column.name)), quote(\(column.name)) FROM ZSAMPLE")
        == ["\(column.storage)|\(column.value)"])
  }

  @Test func nothingElseIsThere() throws {
    let names = try rows("SELECT name FROM pragma_table_info('ZSAMPLE')")
    #expect(Set(names) == Set(Self.columns.map(\.name) + ["Z_PK", "Z_ENT", "Z_OPT", "ZWORDS"]))
    // An archive whose root is a collection.
    #expect(try rows("SELECT hex(substr(ZWORDS, 1, 8)) FROM ZSAMPLE") == ["62706C6973743030"])
    #expect(try rows("SELECT Z_PK, Z_OPT FROM ZSAMPLE") == ["1|1"])
    #expect(try rows("SELECT Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Sample'") == ["Sample|0|1"])
    let indexes = try rows("SELECT sql FROM sqlite_master WHERE type = 'index' AND tbl_name = 'ZSAMPLE' ORDER BY sql")
    #expect(
      indexes == [
        "CREATE INDEX Z_Sample_SwiftDataIndexOnBinarywholetext ON ZSAMPLE (ZWHOLE COLLATE BINARY ASC, ZTEXT COLLATE BINARY ASC)",
        "CREATE UNIQUE INDEX Z_Sample_UNIQUE_text ON ZSAMPLE (ZTEXT COLLATE BINARY ASC)",
      ])
    #expect(try rows("SELECT count(*) FROM sqlite_master WHERE name IN ('ATRANSACTION', 'ACHANGE')") == ["2"])
    #expect(try rows("SELECT ZCHANGETYPE, ZENTITYPK FROM ACHANGE") == ["0|1"])
  }

  @Test func integersOfEveryWidthComeBack() throws {
    let container = try ModelContainer(for: Kinds.Sample.self, configurations: ModelConfiguration(url: url))
    let sample = try #require(try ModelContext(container).fetch(FetchDescriptor<Kinds.Sample>()).first)
    #expect(sample.tiny == -128 && sample.long == .min && sample.short == 65_535 && sample.wide == 4_294_967_295)
    #expect(sample.small == 300 && sample.middle == -70_000 && sample.byte == 255 && sample.whole == -5)
    let (short, wide): (UInt16, UInt32) = (65_535, 4_294_967_295)
    let (tiny, long): (Int8, Int64) = (-128, .min)
    let all = #Predicate<Kinds.Sample> { $0.tiny == tiny && $0.long == long && $0.short == short && $0.wide == wide }
    #expect(try ModelContext(container).fetchCount(FetchDescriptor(predicate: all)) == 1)
  }

  @Test func valuesBecomeNullAndFilesOfTheirOwn() throws {
    let context = ModelContext(
      try ModelContainer(for: Kinds.Sample.self, configurations: ModelConfiguration(url: url)))
    let sample = try #require(try context.fetch(FetchDescriptor<Kinds.Sample>()).first)
    let large = Data(repeating: 7, count: 1_000_000)
    (sample.author, sample.link, sample.data, sample.file) = (nil, nil, nil, large)
    sample.tone = .minor
    try context.save()
    #expect(
      try rows("SELECT count(*) FROM ZSAMPLE WHERE coalesce(ZID, ZPERSON, ZYEAR, ZFLAVORS, ZLINK, ZDATA) IS NULL")
        == ["1"])
    #expect(try rows("SELECT coalesce(ZMINOR, '-'), coalesce(ZMAJOR, '-') FROM ZSAMPLE") == ["minor|-"])
    // 2, the file's name in 36 characters, 0.
    let value = try #require(try rows("SELECT hex(ZFILE) FROM ZSAMPLE").first)
    #expect(value.count == 76 && value.hasPrefix("02") && value.hasSuffix("00"))
    let name = try #require(try rows("SELECT CAST(substr(ZFILE, 2, 36) AS TEXT) FROM ZSAMPLE").first)
    #expect(try Data(contentsOf: folder.file(".Bytes_SUPPORT/_EXTERNAL_DATA/\(name)")) == large)
  }
}
