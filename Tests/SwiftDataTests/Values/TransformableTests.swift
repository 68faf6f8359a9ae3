import SQLiteDriver
import SwiftData
import TestKit
import Testing

struct Shade: Equatable {
  var red: UInt8
  var green: UInt8
}

final class ShadeTransformer: ValueTransformer {
  override func transformedValue(_ value: Any?) -> Any? { (value as? Shade).map { Data([$0.red, $0.green]) } }
  override func reverseTransformedValue(_ value: Any?) -> Any? {
    (value as? Data).flatMap { $0.count == 2 ? Shade(red: $0[$0.startIndex], green: $0[$0.startIndex + 1]) : nil }
  }
}

final class WordsTransformer: NSSecureUnarchiveFromDataTransformer {}

@Model final class Card {
  var name: String
  @Attribute(.transformable(by: "ShadeTransformerOfTests")) var color: Shade?
  @Attribute(.transformable(by: WordsTransformer.self)) var words: [String]?
  @Attribute(.transformable(by: "NSSecureUnarchiveFromData")) var info: [String: Int]?
  @Attribute(.transformable(by: "NobodyRegistersThis")) var lost: Shade?
  @Attribute(.transformable(by: "ShadeTransformerOfTests")) var secret: String?

  init(name: String) { self.name = name }
}

@Suite struct TransformableTests {
  private let folder: TemporaryFolder
  private let url: URL

  init() throws {
    folder = try TemporaryFolder()
    url = folder.file("Cards.store")
    ValueTransformer.setValueTransformer(ShadeTransformer(), forName: .init("ShadeTransformerOfTests"))
    ValueTransformer.setValueTransformer(WordsTransformer(), forName: .init("words of tests"))
  }

  private func open() throws -> ModelContext {
    ModelContext(try ModelContainer(for: Card.self, configurations: ModelConfiguration("Cards", url: url)))
  }

  private func sql(_ statement: String) throws -> String? {
    try Connection(path: url.path, mode: .untouched).text(statement)
  }

  @Test func transformersAreUsedBothWays() throws {
    let context = try open()
    let card = Card(name: "a")
    card.color = Shade(red: 1, green: 254)
    card.words = ["x", "y"]
    card.info = ["one": 1]
    context.insert(card)
    try context.save()
    #expect(try sql("SELECT hex(ZCOLOR) FROM ZCARD") == "01FE")
    #expect(
      try sql("SELECT hex(substr(ZWORDS, 1, 6)) || hex(substr(ZINFO, 1, 6)) FROM ZCARD") == "62706C69737462706C697374")
    let read = try #require(try open().fetch(FetchDescriptor<Card>()).first)
    #expect(read.color == Shade(red: 1, green: 254) && read.words == ["x", "y"] && read.info == ["one": 1])
    #expect(read.lost == nil && read.secret == nil)
  }

  @Test func aMissingTransformerIsNamedAtSave() throws {
    let context = try open()
    let card = Card(name: "a")
    card.lost = Shade(red: 1, green: 1)
    context.insert(card)
    let error = #expect(throws: (any Error).self) { try context.save() }
    #expect("\(error as Any)".contains("Card.lost") && "\(error as Any)".contains("NobodyRegistersThis"))
    card.lost = nil
    card.secret = "no shade"
    let second = #expect(throws: (any Error).self) { try context.save() }
    #expect("\(second as Any)".contains("Card.secret") && "\(second as Any)".contains("ShadeTransformer"))
    card.secret = nil
    try context.save()
  }

  @Test func bytesThatNobodyAssignsStayAsTheyAre() throws {
    let context = try open()
    context.insert(Card(name: "a"))
    try context.save()
    try Connection(path: url.path, mode: .readWrite).execute("UPDATE ZCARD SET ZCOLOR = x'010203', ZLOST = x'FF'")
    let second = try open()
    let card = try #require(try second.fetch(FetchDescriptor<Card>()).first)
    card.name = "b"
    try second.save()
    #expect(try sql("SELECT ZNAME || hex(ZCOLOR) || hex(ZLOST) FROM ZCARD") == "b010203FF")
    #expect(card.color == nil)
    let error = #expect(throws: (any Error).self) { try second.save() }
    #expect("\(error as Any)".contains("Card.color"))
    #expect(try sql("SELECT hex(ZCOLOR) FROM ZCARD") == "010203")
  }
}
