import Foundation
import ModelDescription
import QueryModel
import TestKit

/// Books, authors and loans that can be asked both as keyed objects and as query objects.
struct LibraryGraph {
  final class Object: QueryObject {
    let entity: Int
    let number: Int64
    var values: [String: QueryConstant] = [:]
    var address: [String: QueryConstant] = [:]
    var toOnes: [String: Object?] = [:]
    var toManys: [String: [Object]] = [:]

    init(entity: Int, number: Int64) { (self.entity, self.number) = (entity, number) }

    var queryIdentity: QueryConstant { .object(entity: entity, key: number) }

    func queryProperty(_ name: String) -> QueryProperty? {
      if let value = values[name] { return .value(value) }
      if let object = toOnes[name] { return .toOne(object) }
      if let objects = toManys[name] { return .toMany(objects) }
      return name == "address" ? .composite(address.mapValues { .value($0) }) : nil
    }

    var text: String {
      let owner = toOnes["author"].flatMap { $0 }.map { "\($0.values)" } ?? "-"
      return "book \(values), author \(owner), loans \(toManys["loans"]?.map { "\($0.values)" } ?? [])"
    }
  }

  struct Lookup: FormatLookup {
    func value(of object: Any, forKey key: String) throws -> Any? {
      guard let property = (object as? Object)?.queryProperty(key) else {
        throw FormatError(.unknownKey, "there is no key \"\(key)\"", text: "")
      }
      switch property {
      case .value(.null): return nil
      case .value(.string(let text)): return text
      case .value(.integer(let number)): return number
      case .value(.double(let number)): return number
      case .value(let other): return "\(other)"
      case .composite: return nil
      case .toOne(let object): return object
      case .toMany(let objects): return objects
      }
    }
  }

  let books: [Object]

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func text() -> QueryConstant {
      [
        .null, .string(""), .string("a"), .string("A"), .string("é"), .string("e\u{301}"), .string("ab*"),
        .string("straße"),
      ]
      .randomElement(using: &random) ?? .null
    }
    func number() -> QueryConstant {
      [.null, .integer(0), .integer(1), .integer(2), .integer(-3), .integer(173)].randomElement(using: &random) ?? .null
    }
    let authors = (0..<4).map { Object(entity: 1, number: Int64($0)) }
    for author in authors {
      author.values = ["name": text()]
      author.toManys["books"] = []
    }
    books = (0..<24).map { Object(entity: 2, number: Int64($0)) }
    for book in books {
      book.values = ["title": text(), "pages": number()]
      let author = Int.random(in: 0..<5, using: &random)
      book.toOnes["author"] = .some(author < 4 ? authors[author] : nil)
      if author < 4 { authors[author].toManys["books"]?.append(book) }
      book.toManys["loans"] = (0..<Int.random(in: 0..<4, using: &random)).map { number in
        let loan = Object(entity: 3, number: Int64(number))
        loan.toOnes["book"] = .some(book)
        return loan
      }
      for loan in book.toManys["loans"] ?? [] { loan.values = ["fee": number(), "note": text()] }
    }
  }

  static func model() throws -> ResolvedModel {
    func attribute(_ name: String, _ type: AttributeType, isTransient: Bool = false) -> AttributeDescription {
      AttributeDescription(name: name, type: type, isOptional: true, isTransient: isTransient)
    }
    let address = AttributeDescription(
      name: "address", type: .composite, isOptional: true, compositeName: "Address",
      elements: [attribute("city", .string)])
    return try ResolvedModel(
      ModelDescription(entities: [
        EntityDescription(
          name: "Author", attributes: [attribute("name", .string), address],
          relationships: [
            RelationshipDescription(name: "books", destinationEntityName: "Book", inverseName: "author", isToMany: true)
          ]),
        EntityDescription(
          name: "Book",
          attributes: [
            attribute("title", .string), attribute("pages", .integer64), attribute("cover", .binary, isTransient: true),
          ],
          relationships: [
            RelationshipDescription(
              name: "author", destinationEntityName: "Author", inverseName: "books", isToMany: false),
            RelationshipDescription(name: "loans", destinationEntityName: "Loan", inverseName: "book", isToMany: true),
          ]),
        EntityDescription(
          name: "Loan", attributes: [attribute("fee", .integer64), attribute("note", .string)],
          relationships: [
            RelationshipDescription(name: "book", destinationEntityName: "Book", inverseName: "loans", isToMany: false)
          ]),
      ]))
  }
}

/// Conditions over the books of `LibraryGraph`, as text.
struct LibraryFormats {
  var random: SeededGenerator

  private mutating func one(of parts: String...) -> String { parts.randomElement(using: &random) ?? "" }

  mutating func condition(depth: Int) -> String {
    if depth > 0 {
      switch Int.random(in: 0..<6, using: &random) {
      case 0: return "(\(condition(depth: depth - 1)) AND \(condition(depth: depth - 1)))"
      case 1: return "(\(condition(depth: depth - 1)) OR \(condition(depth: depth - 1)))"
      case 2: return "NOT (\(condition(depth: depth - 1)))"
      default: break
      }
    }
    let order = one(of: "==", "!=", "<", "<=", ">", ">=")
    let options = one(of: "", "", "[c]", "[d]", "[cd]", "[n]")
    switch Int.random(in: 0..<13, using: &random) {
    case 0, 1: return "\(number("", depth: 2)) \(order) \(number("", depth: 1))"
    case 2: return "\(text("")) \(one(of: "==", "!="))\(options) \(text(""))"
    case 3: return "\(text("")) \(one(of: "CONTAINS", "BEGINSWITH", "ENDSWITH", "LIKE", "IN"))\(options) \(text(""))"
    case 4: return "\(number("", depth: 1)) IN {1, \(one(of: "nil", "2", "-3"))}"
    case 5: return "\(text("")) IN\(options) {'a', \(one(of: "nil", "'é'", "''"))}"
    case 6: return "\(number("", depth: 1)) BETWEEN {\(number("", depth: 0)), \(number("", depth: 0))}"
    case 7:
      return
        "\(one(of: "ANY", "ALL", "NONE", "SOME")) \(one(of: "loans.fee", "author.books.pages", "author.books.loans.fee")) \(order) \(number("", depth: 0))"
    case 8:
      return
        "\(one(of: "ANY", "ALL", "NONE")) \(one(of: "loans.note", "author.books.title")) \(one(of: "==", "CONTAINS", "BEGINSWITH", "LIKE"))\(options) \(text(""))"
    case 9:
      return
        "SUBQUERY(\(one(of: "loans, $x, $x != nil", "author.books, $x, SELF != $x", "loans, $x, $x.book == SELF"))).@count > 0"
    case 10:
      return
        "SUBQUERY(loans, $l, $l.fee \(order) pages AND $l.note != \(text(""))).@count \(one(of: "> 0", "== 0", "!= 0", "< 1"))"
    case 11: return one(of: "author != nil", "author.books.@count > 1", "SELF != nil", "SELF.author == nil")
    default: return "\(one(of: "1", "2", "nil")) IN loans.fee"
    }
  }

  private mutating func number(_ base: String, depth: Int) -> String {
    if depth > 0, Int.random(in: 0..<3, using: &random) == 0 {
      return "(\(number(base, depth: depth - 1)) \(one(of: "+", "-", "*")) \(number(base, depth: depth - 1)))"
    }
    return one(
      of: "pages", "loans.@count", "author.books.@count", "1", "2", "nil", "0", "173.0",
      "TERNARY(pages == nil, 0, pages)")
  }

  private mutating func text(_ base: String) -> String {
    one(of: "title", "author.name", "'a'", "'A'", "''", "nil", "'é'", "'*'", "TERNARY(title == nil, 'a', title)")
  }
}
