import Foundation
import ModelDescription
import QueryModel
import TestKit

/// Makes conditions over the items of a `RandomLibrary`, every form of the grammar that a store can be asked among them.
struct RandomFormats {
  var random: SeededGenerator
  let model: ResolvedModel
  private var variables = 0

  init(seed: UInt64, model: ResolvedModel) {
    random = SeededGenerator(seed: seed)
    self.model = model
  }

  private mutating func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
  private mutating func one(of parts: String...) -> String { parts[pick(parts.count)] }

  mutating func condition(_ depth: Int, _ base: String = "", _ entity: String = "Item") -> String {
    if depth > 0 {
      switch pick(6) {
      case 0: return "(\(condition(depth - 1, base, entity)) AND \(condition(depth - 1, base, entity)))"
      case 1: return "(\(condition(depth - 1, base, entity)) OR \(condition(depth - 1, base, entity)))"
      case 2: return "NOT (\(condition(depth - 1, base, entity)))"
      default: break
      }
    }
    let order = one(of: "==", "!=", "<", "<=", ">", ">=")
    let options = one(of: "", "", "[c]", "[d]", "[cd]", "[n]")
    let (many, member) = toMany(base, entity)
    switch pick(16) {
    case 0, 1: return "\(number(base, entity, 2)) \(order) \(number(base, entity, 1))"
    case 2: return "\(text(base, entity, 1)) \(order)\(options) \(text(base, entity, 1))"
    case 3:
      return
        "\(text(base, entity, 1)) \(one(of: "CONTAINS", "BEGINSWITH", "ENDSWITH", "LIKE", "IN"))\(options) \(text(base, entity, 0))"
    case 4:
      return
        "\(text(base, entity, 0)) MATCHES\(one(of: "", "[c]", "[cd]")) \(one(of: "'.*b.*'", "'[a-c]+'", "'e.?'", "''", "'(a|s).*'"))"
    case 5: return "\(number(base, entity, 1)) IN {1, \(one(of: "nil", "2", "-3", "0.5"))}"
    case 6: return "\(text(base, entity, 0)) IN\(options) {'a', \(one(of: "nil", "'é'", "''", "'STRASSE'"))}"
    case 7: return "\(number(base, entity, 1)) BETWEEN {\(number(base, entity, 0)), \(number(base, entity, 0))}"
    case 8, 9:
      let (path, last) = farther(many, member)
      return
        "\(one(of: "ANY", "ALL", "NONE", "SOME")) \(path).\(key(last, .number)) \(order) \(number(base, entity, 0))"
    case 10:
      return
        "\(one(of: "ANY", "ALL", "NONE")) \(many).\(key(member, .text)) \(one(of: "==", "CONTAINS", "BEGINSWITH", "LIKE", "<"))\(options) \(text(base, entity, 0))"
    case 11:
      guard depth > 0 else { return "\(many).@count \(order) \(pick(3))" }
      variables += 1
      let variable = "$v\(variables)"
      return
        "SUBQUERY(\(many), \(variable), \(condition(depth - 1, variable + ".", member))).@count \(order) \(pick(3))"
    case 12: return "\(one(of: "1", "2", "nil")) IN \(many).\(key(member, .number))"
    case 13: return "\(base)\(key(entity, .any)) \(one(of: "==", "!=")) nil"
    case 14: return "\(base)\(key(entity, .any)) \(one(of: "==", "!=", "<", ">=")) \(base)\(key(entity, .any))"
    default:
      guard entity == "Item" else { return "\(many).@count \(order) \(number(base, entity, 0))" }
      return "\(base)group \(one(of: "== nil", "!= nil"))"
    }
  }

  private mutating func toMany(_ base: String, _ entity: String) -> (String, String) {
    switch entity {
    case "Item": pick(3) == 0 ? (base + "group.items", "Item") : (base + "marks", "Mark")
    default: (base + "items", "Item")
    }
  }

  private mutating func farther(_ path: String, _ entity: String) -> (String, String) {
    guard pick(3) == 0 else { return (path, entity) }
    switch entity {
    case "Item": return pick(2) == 0 ? (path + ".marks", "Mark") : (path + ".group.items", "Item")
    default: return (path + ".items", "Item")
    }
  }

  private mutating func number(_ base: String, _ entity: String, _ depth: Int) -> String {
    let (many, member) = toMany(base, entity)
    guard depth > 0 else {
      return one(of: base + key(entity, .number), base + key(entity, .number), "0", "1", "2", "-1", "0.5", "nil")
    }
    switch pick(14) {
    case 0:
      return "(\(number(base, entity, depth - 1)) \(one(of: "+", "-", "*", "/")) \(number(base, entity, depth - 1)))"
    case 1: return "\(many).@count"
    case 2: return "\(many).\(one(of: "@sum", "@avg", "@min", "@max")).\(key(member, .small))"
    case 3:
      return
        "\(one(of: "sum", "average", "min", "max"))(\(base)\(entity == "Item" ? "marks" : "items").\(key(entity == "Item" ? "Mark" : "Item", .small)))"
    case 4:
      return "\(one(of: "abs", "floor", "ceiling", "trunc", "sqrt", "exp", "ln"))(\(number(base, entity, depth - 1)))"
    case 5: return "(\(base)\(key(entity, .whole)) \(one(of: "&", "|", "^", "<<", ">>")) \(one(of: "1", "2", "3")))"
    case 6: return "length(\(text(base, entity, 0)))"
    case 7: return "CAST(\(base)\(key(entity, .whole)), 'NSNumber')"
    case 8: return "TERNARY(\(condition(0, base, entity)), \(number(base, entity, 0)), \(number(base, entity, 0)))"
    case 9 where entity == "Item": return base + "group." + key("Group", .number)
    case 10: return "FUNCTION(\(base)\(key(entity, .text)), 'length')"
    default: return number(base, entity, 0)
    }
  }

  private mutating func text(_ base: String, _ entity: String, _ depth: Int) -> String {
    guard depth > 0 else {
      return one(
        of: base + key(entity, .text), base + key(entity, .text), "'a'", "'ab'", "'é'", "'E'", "''", "'STRASSE'",
        "'ss'",
        "'a*'", "'%'", "nil")
    }
    switch pick(6) {
    case 0: return "\(one(of: "uppercase", "lowercase", "canonical"))(\(text(base, entity, 0)))"
    case 1: return "CAST(\(base)\(key(entity, .whole)), 'NSString')"
    case 2: return "TERNARY(\(base)\(key(entity, .text)) == nil, 'a', \(base)\(key(entity, .text)))"
    case 3 where entity == "Item": return base + "group." + key("Group", .text)
    default: return text(base, entity, 0)
    }
  }

  private enum Kind {
    case any, number, text
    /// Whole numbers, and those of them whose sums fit.
    case whole, small
  }

  private mutating func key(_ entity: String, _ kind: Kind) -> String {
    let attributes = model.entity(named: entity)?.fields.compactMap(\.attribute) ?? []
    let fitting = attributes.filter { attribute in
      switch (kind, attribute.type) {
      case (.any, _), (.text, .string), (.whole, .integer16), (.whole, .integer32), (.small, .integer16),
        (.small, .integer32), (.small, .float):
        true
      case (.number, let type): ![.string, .uri, .uuid, .binary].contains(type)
      default: false
      }
    }
    return fitting.randomElement(using: &random)?.name ?? "missing"
  }
}
