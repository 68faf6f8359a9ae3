import Foundation
import QueryModel
import Testing

@testable import SwiftData

/// The macro's expansion, evaluated by Foundation, and its translation, by the query tree's text.
struct PredicateTranslationTests {
  enum Kind: Int, Codable, Sendable { case book = 1, film }

  @Model final class Item {
    var name = "Café"
    var subtitle: String?
    var count = 4
    var price = 1.5
    var kind: Kind = Kind.book
    var isNew = true
    var date: Date = Date(timeIntervalSinceReferenceDate: 0)
    var parent: Item?
    var children: [Item] = []

    init() {}
  }

  static var names: [(AnyKeyPath, String)] {
    [
      (\Item.name, "name"), (\Item.subtitle, "subtitle"), (\Item.count, "count"), (\Item.price, "price"),
      (\Item.kind, "kind"), (\Item.isNew, "isNew"), (\Item.date, "date"), (\Item.parent, "parent"),
      (\Item.children, "children"),
    ]
  }

  static var translation: PredicateTranslation {
    PredicateTranslation(resolve: { path in names.first { $0.0 == path }.map { [$0.1] } })
  }

  func check(
    _ predicate: Foundation.Predicate<Item>, _ answer: Bool, _ text: String,
    location: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try predicate.evaluate(Item()) == answer, sourceLocation: location)
    #expect(try Self.translation.translate(predicate).description == text, sourceLocation: location)
  }

  @Test func comparisons() throws {
    let limit: String? = "Café"
    try check(#Predicate { $0.count == 4 && $0.price > 1 }, true, "($0.count == 4 && $0.price > 1.0)")
    try check(#Predicate { $0.name != "x" || !($0.count < 2) }, true, "($0.name != \"x\" || !$0.count < 2)")
    try check(#Predicate { $0.subtitle == "x" }, false, "$0.subtitle == \"x\"")
    try check(
      #Predicate { $0.subtitle == nil && nil != $0.subtitle }, false, "($0.subtitle == nil && nil != $0.subtitle)")
    try check(#Predicate { $0.name == limit }, true, "$0.name == \"Café\"")
    try check(
      #Predicate { limit == $0.name && (limit != $0.name || $0.name != limit) }, false,
      "(\"Café\" == $0.name && (\"Café\" != $0.name || $0.name != \"Café\"))")
    try check(#Predicate { $0.isNew }, true, "$0.isNew")
    try check(#Predicate { $0.kind == .book && $0.kind.rawValue == 1 }, true, "($0.kind == 1 && $0.kind == 1)")
    try check(#Predicate { ($0.count * 2 + 1) % 3 == 0 }, true, "((($0.count * 2) + 1) % 3) == 0")
    try check(#Predicate { (1...5).contains($0.count) }, true, "($0.count >= 1 && $0.count <= 5)")
    try check(#Predicate { [1, 4].contains($0.count) }, true, "[1, 4].contains($0.count)")
  }

  @Test func text() throws {
    let part = "cafe"
    try check(#Predicate { $0.name.contains("af") }, true, "$0.name.contains(\"af\")")
    try check(#Predicate { $0.name.starts(with: "C") }, true, "$0.name.beginsWith(\"C\")")
    try check(#Predicate { $0.name.localizedStandardContains(part) }, true, "$0.name.contains(\"cafe\")")
    try check(#Predicate { ($0.subtitle ?? "").contains("z") }, false, "($0.subtitle ?? \"\").contains(\"z\")")
    try check(
      #Predicate { $0.subtitle?.localizedStandardContains("x") == true }, false,
      "($0.subtitle != nil && $0.subtitle.contains(\"x\"))")
    try check(
      #Predicate { $0.name.caseInsensitiveCompare("CAFÉ") == .orderedSame }, true, "$0.name.equal(\"CAFÉ\")")
    try check(#Predicate { $0.name.isEmpty }, false, "$0.name == \"\"")
  }

  @Test func relationships() throws {
    try check(#Predicate { $0.parent == nil }, true, "$0.parent == nil")
    try check(#Predicate { $0.parent?.name == "u" }, false, "$0.parent.name == \"u\"")
    try check(#Predicate { $0.parent?.parent?.name == nil }, true, "$0.parent.parent.name == nil")
    try check(
      #Predicate { $0.children.isEmpty && $0.children.count == 0 }, true,
      "($0.children.count == 0 && $0.children.count == 0)")
    try check(
      #Predicate { i in i.children.contains { $0.count > i.count } }, false,
      "$0.children.contains { $1 in $1.count > $0.count }")
    try check(#Predicate { $0.children.allSatisfy { $0.isNew } }, true, "$0.children.allSatisfy { $1 in $1.isNew }")
    try check(
      #Predicate { if let p = $0.parent { p.count == 1 } else { false } }, false,
      "($0.parent != nil && $0.parent.count == 1)")
  }

  @Test func argumentsOfFunctions() throws {
    func pass(_ predicate: Foundation.Predicate<Item>?) -> Foundation.Predicate<Item>? { predicate }
    let predicate = try #require(pass(#Predicate { $0.subtitle == "x" || $0.date < .now }))
    #expect(try predicate.evaluate(Item()))
  }

  @Test func unknownPropertyIsNamed() throws {
    let bare = PredicateTranslation(resolve: { _ in nil })
    #expect(throws: QueryError.self) { try bare.translate(#Predicate<Item> { $0.count == 1 }) }
  }
}
