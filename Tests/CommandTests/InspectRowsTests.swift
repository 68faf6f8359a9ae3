import Foundation
import ModelDescription
import ModelFiles
import SQLiteDriver
import SQLiteStore
import StoreContract
import TestKit
import Testing

@testable import causeway

@Suite struct InspectRowsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ words: [String]) -> (status: causeway.ExitStatus, output: String, errors: String) {
    let captured = CapturedOutput()
    let status = Tool.run(["inspect"] + words, console: captured.console)
    return (status, captured.output, captured.errors)
  }

  private func rows(_ words: [String]) throws -> [[String: Any]] {
    let result = run(words + ["--json"])
    try #require(result.status != .failure, "\(result.errors)")
    let document = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    return try #require(document?["rows"] as? [[String: Any]])
  }

  /// One entity with every kind of value, a parent with a child, and a polymorphic to-one.
  private static func model() throws -> ResolvedModel {
    func attribute(_ name: String, _ type: AttributeType) -> AttributeDescription {
      AttributeDescription(name: name, type: type, isOptional: true)
    }
    let place = AttributeDescription(
      name: "place", type: .composite, isOptional: true,
      elements: [
        attribute("city", .string), attribute("flavors", .binary),
        AttributeDescription(
          name: "geo", type: .composite, isOptional: true,
          elements: [attribute("lat", .double), attribute("lon", .double)]),
      ])
    let format = AttributeDescription(
      name: "format", type: .composite, elements: [attribute("format", .string)],
      userInfo: UserInfo(["EnumType": "true"]))
    let mood = AttributeDescription(
      name: "mood", type: .composite, elements: [attribute("calm", .string), attribute("wild", .string)],
      userInfo: UserInfo(["EnumType": "true"]))
    var cover = attribute("cover", .binary)
    cover.allowsExternalStorage = true
    let thing = EntityDescription(
      name: "Thing",
      attributes: [
        attribute("amount", .decimal), attribute("count", .integer32), cover, attribute("id", .uuid),
        attribute("isOpen", .boolean), attribute("page", .uri), attribute("ratio", .float), attribute("size", .double),
        attribute("tags", .transformable), attribute("title", .string), attribute("when", .date), place, format, mood,
      ],
      relationships: [.init(name: "owner", destinationEntityName: "Person", inverseName: "things", isToMany: false)])
    let person = EntityDescription(
      name: "Person", attributes: [attribute("name", .string)],
      relationships: [.init(name: "things", destinationEntityName: "Thing", inverseName: "owner", isToMany: true)])
    let member = EntityDescription(name: "Member", superentityName: "Person", attributes: [attribute("card", .string)])
    return try ResolvedModel(ModelDescription(entities: [thing, person, member]))
  }

  private func makeStore() throws -> String {
    let path = folder.file("Things.sqlite").path
    let model = try Self.model()
    let store = try SQLiteStore.create(
      path, model: model, metadata: StoreMetadata(newStoreOf: model),
      modelCache: SQLiteStore.modelCache(of: model, namesDefaultConfiguration: false), withHistory: false)
    let thing = try #require(model.entity(named: "Thing"))
    let member = try #require(model.entity(named: "Member"))
    let archive = try NSKeyedArchiver.archivedData(
      withRootObject: NSArray(array: [NSString(string: "a"), NSNumber(value: 2)]), requiringSecureCoding: true)
    let stored: [String: StoredValue] = [
      "amount": .text("19.90"), "count": .integer(-7), "cover": .blob(Data(count: 200_000)),
      "id": .blob(Data(0..<16)), "isOpen": .integer(1), "page": .text("https://example.org/a"),
      "ratio": .real(Double(Float(0.1))),
      "size": .real(2.5), "tags": .blob(archive), "title": .text("A\u{1B}[1m \"b\""), "when": .real(0.25),
      "place.city": .text("Oslo"), "place.flavors": .blob(Data(#"["sweet",{"step":1}]"#.utf8)),
      "place.geo.lat": .real(59.9), "format.format": .text("paper"),
      "mood.wild": .text("wild"),
      "owner": .reference(RowKey(entity: member.number, primaryKey: -2)),
    ]
    var request = SaveRequest()
    request.inserts = [
      .init(
        key: RowKey(entity: thing.number, primaryKey: -1), values: thing.fields.map { stored[$0.name] ?? .null }),
      .init(
        key: RowKey(entity: member.number, primaryKey: -2), values: member.fields.map { _ in .text("x") }),
      .init(key: RowKey(entity: thing.number, primaryKey: -3), values: thing.fields.map { _ in .null }),
    ]
    _ = try store.save(request)
    return path
  }

  @Test func everyKindOfValueIsDecoded() throws {
    let path = try makeStore()
    let rows = try rows([path, "--entity", "Thing"])
    #expect(rows.count == 2)
    let first = try #require(rows.first)
    #expect(first["objectID"] as? String == "Thing/p1")
    #expect(first["amount"] as? String == "19.9")
    #expect(first["count"] as? Int == -7)
    #expect((first["cover"] as? [String: Int]) == ["bytes": 200_000])
    #expect(first["id"] as? String == "00010203-0405-0607-0809-0A0B0C0D0E0F")
    #expect(first["isOpen"] as? Bool == true)
    #expect(first["page"] as? String == "https://example.org/a")
    #expect(first["ratio"] as? Double == 0.1)
    #expect(first["size"] as? Double == 2.5)
    #expect((first["tags"] as? [String: Any])?["value"] as? [AnyHashable] == ["a", 2])
    #expect(first["title"] as? String == "A\u{1B}[1m \"b\"")
    #expect(first["when"] as? String == "2001-01-01T00:00:00.250Z")
    #expect(first["format"] as? String == "paper")
    #expect(first["mood"] as? String == "wild")
    #expect(first["owner"] as? String == "Member/p1")
    let place = try #require(first["place"] as? [String: Any])
    #expect(place["city"] as? String == "Oslo")
    let flavors = (place["flavors"] as? [String: Any])?["value"] as? [Any]
    #expect(flavors?.first as? String == "sweet" && flavors?.last as? [String: Int] == ["step": 1])
    #expect((place["geo"] as? [String: Any])?["lat"] as? Double == 59.9)
    #expect((place["geo"] as? [String: Any])?["lon"] is NSNull)
    let second = rows[1]
    #expect(second.filter { $0.key != "objectID" }.values.allSatisfy { $0 is NSNull })
    #expect(Set(second.keys) == Set(first.keys))
  }

  @Test func textKeepsATerminalSafeAndLimitsRows() throws {
    let path = try makeStore()
    let text = run([path, "--entity", "Thing", "--limit", "1"])
    #expect(text.status == .fine)
    #expect(text.output.hasPrefix("Thing/p1\n"))
    #expect(text.output.contains("  title   \"A\u{FFFD}[1m \"b\"\"\n"))
    #expect(text.output.contains("  tags    [\"a\", 2], "))
    #expect(
      text.output.contains(
        "  place   { city: \"Oslo\", flavors: [\"sweet\", [step: 1]], 20 bytes, geo: { lat: 59.9, lon: – } }\n"))
    #expect(!text.output.contains("Thing/p2"))
    #expect(run([path, "--entity", "Person"]).output.hasPrefix("Member/p1\n  name    \"x\"\n  things  [Thing/p1]\n"))
    #expect(try rows([path, "--entity", "Person"]).first?["things"] as? [String] == ["Thing/p1"])
    #expect(run([path]).output.contains("  things -> Thing, to-many, inverse owner, optional, delete rule nullify\n"))
    #expect(try rows([path, "--entity", "Member"]).first?["card"] as? String == "x")
    #expect(try rows([path, "--entity", "Thing", "--limit", "0"]).isEmpty)
  }

  @Test func redactHidesValuesOnly() throws {
    let path = try makeStore()
    let output = run([path, "--entity", "Thing", "--redact", "--json"]).output
    for secret in ["19.9", "Oslo", "paper", "\"wild\"", "example.org", "59.9"] {
      #expect(!output.contains(secret), "\(secret)")
    }
    let first = try #require(try rows([path, "--entity", "Thing", "--redact"]).first)
    #expect(first["title"] as? String == "(hidden)")
    #expect(first["owner"] as? String == "Member/p1")
    #expect((first["cover"] as? [String: Int]) == ["bytes": 200_000])
    #expect((first["tags"] as? [String: Any])?.keys.sorted() == ["bytes"])
  }

  @Test(arguments: [
    ("UPDATE ZTHING SET ZCOUNT = 'many'", "count of Thing/p1 holds a text, which is no value of the type Integer 32"),
    ("UPDATE ZTHING SET ZWHEN = x'00'", "when of Thing/p1 holds 1 byte of data, which is no value of the type Date"),
    ("UPDATE ZTHING SET ZID = x'0011'", "id of Thing/p1 holds 2 bytes of data, which is no value of the type UUID"),
    ("UPDATE ZTHING SET ZOWNER = 'x'", "owner of Thing/p1 holds what is no key of an object"),
  ])
  func aWrongTypeIsNamed(_ sql: String, _ words: String) throws {
    let path = try makeStore()
    try Connection(path: path, mode: .readWrite).execute(sql)
    let result = run([path, "--entity", "Thing"])
    #expect(result.status == .failure)
    #expect(result.errors == "causeway: \(path): \(words)\n")
  }

  @Test(arguments: [
    ("DROP TABLE ZTHING", "The file has no table ZTHING, which entity Thing needs."),
    ("ALTER TABLE ZTHING DROP COLUMN ZTITLE", "The table ZTHING has no column ZTITLE, which Thing.title needs."),
  ])
  func whatTheFileLacksIsNamed(_ sql: String, _ words: String) throws {
    let path = try makeStore()
    try Connection(path: path, mode: .readWrite).execute(sql)
    let result = run([path])
    #expect(result.status == .failure && result.output.isEmpty)
    #expect(result.errors.hasPrefix("causeway: \(path): \(words)") && result.errors.split(separator: "\n").count == 1)
  }

  @Test func aBrokenModelFallsBackToTablesOrAModel() throws {
    let path = try makeStore()
    try Connection(path: path, mode: .readWrite).execute("UPDATE Z_MODELCACHE SET Z_CONTENT = x'00FF00FF'")
    let tables = run([path, "--entity", "Thing"])
    #expect(tables.status == .findings && tables.errors.isEmpty)
    #expect(tables.output.contains("none: the store keeps a model of itself that is broken: "))
    #expect(tables.output.contains("  ZPERSON  1 row: Z_PK, Z_ENT, Z_OPT, "))
    let model = SharedMaterial.packageRoot.appendingPathComponent("Examples/Library/Library.xcdatamodeld").path
    let other = run([path, "--model", model])
    #expect(other.status == .failure && other.errors.contains("no version of \(model) has the hashes of this store"))
  }

  @Test func aModelIsTakenWhereTheStoreKeepsNone() throws {
    let model = SharedMaterial.packageRoot.appendingPathComponent("Examples/Library/Library.xcdatamodeld").path
    let store = folder.file("Library.sqlite").path
    let captured = CapturedOutput()
    _ = Tool.run(["seed", model, "--version", "Library", "--rows", "3", "-o", store], console: captured.console)
    try Connection(path: store, mode: .readWrite).execute("DELETE FROM Z_MODELCACHE")
    let result = run([store, "--model", model])
    #expect(result.status == .fine, "\(result.errors)")
    #expect(result.output.contains("\(model), version \"Library\"; the store keeps no model of itself\n"))
    #expect(try rows([store, "--model", model, "--entity", "Book"]).count == 3)
  }

  @Test(arguments: [
    (["S", "--limit", "3"], "--limit is for rows; give --entity NAME too"),
    (["S", "--redact"], "--redact is for rows; give --entity NAME too"),
    (["S", "--version", "3"], "--version names a version of a model; give --model MODEL too"),
    (["S", "--entity", "A", "--limit", "-3"], "--limit takes a whole number (from 0), not \"-3\""),
  ])
  func optionsThatNeedOthersSaySo(_ words: [String], _ line: String) {
    let result = run(words)
    #expect(result.status == .failure)
    #expect(result.errors == "causeway: \(line)\n")
  }

  @Test func anUnknownEntityNamesTheNearest() throws {
    let path = try makeStore()
    #expect(
      run([path, "--entity", "Thign"]).errors
        == "causeway: \(path): the store has no entity \"Thign\"; did you mean \"Thing\"?\n")
    #expect(run([path, "--entity", "Zebra"]).errors.contains("; it has Person, Member, Thing"))
  }
}
