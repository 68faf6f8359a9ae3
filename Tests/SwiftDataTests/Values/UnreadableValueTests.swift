import Foundation
import SQLiteDriver
import SwiftData
import TestKit
import Testing

private enum Faulty {
  enum Mood: String, Codable { case calm, angry }
  enum Level: Int, Codable { case low = 1, high }
  enum Side: Codable { case left, right }
  enum Shape: Codable, Equatable { case dot, circle(Double) }
  struct Point: Codable, Equatable { var x: Int; var y: Int }

  @Model final class Card {
    var number: Int
    var mood: Mood = Mood.angry
    var level: Level? = Level.high
    var side: Side = Side.right
    var shape: Shape = Shape.circle(2)
    var point: Point = Point(x: 1, y: 2)
    var list: [Int] = [1, 2]
    init(number: Int) { self.number = number }
  }
}

/// Rows with values that the classes of today cannot read.
@Suite struct UnreadableValueTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let property: String
    let change: String
    let found: String
    var testDescription: String { "\(property): \(change)" }
  }

  static let cases = [
    Case(property: "mood", change: "ZMOOD = 'furious'", found: "furious"),
    Case(property: "level", change: "ZLEVEL = 9", found: "9"),
    Case(property: "side", change: "ZRIGHT = 'middle'", found: "middle"),
    Case(property: "shape", change: "ZSHAPE = CAST('{\"square\":{}}' AS BLOB)", found: #"{"square":{}}"#),
    Case(property: "point", change: "ZY = NULL", found: "y"),
    Case(property: "list", change: "ZLIST = CAST('{no' AS BLOB)", found: "{no"),
  ]

  @Test(arguments: cases) func theRowIsNamedAndTheOthersAreRead(_ fault: Case) throws {
    let folder = try TemporaryFolder()
    let url = folder.file("f.store")
    func open() throws -> ModelContext {
      ModelContext(try ModelContainer(for: Faulty.Card.self, configurations: ModelConfiguration(url: url)))
    }
    do {
      let context = try open()
      for number in 1...3 { context.insert(Faulty.Card(number: number)) }
      try context.save()
    }
    let connection = try Connection(path: url.path, mode: .readWrite, busyTimeout: .seconds(1))
    try connection.execute("UPDATE ZCARD SET \(fault.change) WHERE ZNUMBER = 2")
    let key = try #require(try connection.text("SELECT Z_PK FROM ZCARD WHERE ZNUMBER = 2"))
    let columns = try connection.columnNames(ofTable: "ZCARD").filter { !["ZNUMBER", "Z_OPT"].contains($0) }
    let rest =
      "SELECT " + columns.map { "quote(\($0))" }.joined(separator: " || ',' || ") + " FROM ZCARD WHERE Z_PK = \(key)"
    let before = try connection.text(rest)

    let context = try open()
    let cards = try context.fetch(FetchDescriptor<Faulty.Card>(sortBy: [SortDescriptor(\.number)]))
    #expect(cards.map(\.number) == [1, 2, 3])
    for card in [cards[0], cards[2]] {
      #expect(card.mood == .angry && card.level == .high && card.side == .right && card.shape == .circle(2))
      #expect(card.point == Faulty.Point(x: 1, y: 2) && card.list == [1, 2])
    }
    try context.save()
    // Reading answers something.
    _ = (cards[1].mood, cards[1].level, cards[1].side, cards[1].shape, cards[1].point, cards[1].list)
    let error = #expect(throws: SwiftDataError.self) { try context.save() }
    let message = "\(error as Any)"
    #expect(message.contains("Card.\(fault.property): row \(key):") && message.contains(fault.found), "\(message)")
    // Said once; and what was not assigned is not written.
    cards[1].number = 20
    try context.save()
    #expect(try connection.text("SELECT ZNUMBER FROM ZCARD WHERE Z_PK = \(key)") == "20")
    #expect(try connection.text(rest) == before)
    cards[1].mood = .calm
    cards[1].level = .low
    cards[1].side = .left
    cards[1].shape = .dot
    cards[1].point = Faulty.Point(x: 0, y: 0)
    cards[1].list = []
    try context.save()
    let mended = try #require(
      try open().fetch(FetchDescriptor<Faulty.Card>(predicate: #Predicate { $0.number == 20 })).first)
    #expect(mended.mood == .calm && mended.level == .low && mended.side == .left && mended.shape == .dot)
    #expect(mended.point == Faulty.Point(x: 0, y: 0) && mended.list.isEmpty)
  }

  /// A deleted model, and one whose row somebody else deleted, keep the values that were read.
  @Test func deletedAndInvalidatedModelsHaveTheirLastValues() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("l.store")
    let container = try ModelContainer(for: Faulty.Card.self, configurations: ModelConfiguration(url: url))
    let context = ModelContext(container)
    let (mine, theirs) = (Faulty.Card(number: 1), Faulty.Card(number: 2))
    for card in [mine, theirs] {
      card.mood = .calm
      context.insert(card)
    }
    try context.save()
    func check(_ card: Faulty.Card, _ number: Int) {
      #expect(card.number == number && card.mood == .calm && card.level == .high && card.side == .right)
      #expect(card.point == Faulty.Point(x: 1, y: 2) && card.list == [1, 2] && card.shape == .circle(2))
    }
    context.delete(mine)
    check(mine, 1)
    try context.save()
    check(mine, 1)
    #expect(mine.isDeleted)
    let other = ModelContext(container)
    try other.delete(model: Faulty.Card.self)
    try other.save()
    context.processPendingChanges()
    check(theirs, 2)
    #expect(theirs.isDeleted)
    try context.save()
    check(theirs, 2)
  }
}
