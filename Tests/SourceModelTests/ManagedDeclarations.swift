import TestKit

/// Source with many `@NSManaged` declarations: every type that is known, repeated words, nested types, words of Swift.
struct ManagedDeclarations {
  private(set) var text = ""
  private(set) var count = 0
  private var generator: SeededGenerator
  private var uses: [String] = []

  private static let words = [
    "title", "Title", "book", "Book", "loan", "Loan", "due", "Due", "at", "At", "URL", "id", "ID", "x", "Y", "name",
    "Name",
    "_", "2", "10", "App", "Member", "größe", "Ünder", "日本", "ß", "é", "loanLoan", "a", "of", "the", "Kind", "HTML",
  ]
  private static let keywords = [
    "class", "default", "in", "is", "as", "func", "var", "let", "where", "switch", "case", "true", "nil", "repeat",
    "if",
    "throw", "return", "operator", "protocol", "struct", "enum", "import", "for", "while", "do",
  ]
  private static let classes = [
    "Loan", "Book", "Member", "Loan.Page", "Loan.Page.Note", "Kinds.LoanKind", "LoanBookLoan",
  ]

  static let types = [
    "String", "Int16", "Int32", "Int64", "Int", "UInt8", "Bool", "Double", "Float", "Decimal", "NSDecimalNumber",
    "NSNumber",
    "Date", "UUID", "URL", "Data", "NSSet", "NSOrderedSet", "NSObject", "NSData", "NSDate", "NSString", "NSURL",
    "NSUUID",
    "NSAttributedString", "AttributedString", "[String]", "[Int]", "[String: Any]", "[String: String]", "[[Date]]",
    "Set<Loan>", "Set<Book>", "Set<Loan.Page>", "Set<String>", "Loan", "Book", "Member", "Loan.Page", "Loan.Page.Note",
    "Kinds.LoanKind", "Kinds.Level", "Shape", "Shape.Corner", "Alias", "Loans", "Foundation.Date", "Swift.String",
    "[Date: [UUID]]", "IndexPath", "CGFloat", "NSRange", "TimeInterval", "NSManagedObjectID", "Measurement<UnitLength>",
    "Array<Data>", "Dictionary<String, Loan>", "Range<Int>", "AnyObject", "Any", "any Nameable", "any NSCoding",
    "any NSCoding & NSCopying", "any Nameable & Ageing", "Optional<Date>", "NSMutableSet", "NSMutableOrderedSet",
    "Loan.Type",
  ]

  init(count: Int, seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    text = """
      import CoreData
      protocol Nameable {}
      protocol Ageing {}
      struct Shape { enum Corner { case left } }
      typealias Alias = String?
      typealias Loans = Set<Loan>
      enum Kinds { enum Level { case low }; class LoanKind: NSManagedObject {} }
      class Loan: NSManagedObject { class Page: NSManagedObject { class Note: NSManagedObject {} } }
      class Book: NSManagedObject {}
      final class Member: NSManagedObject {}
      public class LoanBookLoan: NSManagedObject {}

      """
    var taken: Set<String> = []
    while self.count < count {
      let owner = Self.classes[self.count % Self.classes.count]
      let isMethod = self.count % 5 == 4
      let name = self.name()
      guard taken.insert("\(owner).\(name)").inserted else { continue }
      if isMethod { addMethod(name, owner) } else { addProperty(name, owner) }
      self.count += 1
    }
    text += "func use(" + Self.classes.enumerated().map { "_ o\($0): \($1)" }.joined(separator: ", ") + ") {\n"
    text += uses.map { "  " + $0 + "\n" }.joined() + "}\n"
  }

  private mutating func pick(_ list: [String]) -> String { list.randomElement(using: &generator) ?? "" }

  private mutating func name() -> String {
    if Int.random(in: 0..<20, using: &generator) == 0 { return pick(Self.keywords) }
    var name = ""
    for _ in 0..<Int.random(in: 1...5, using: &generator) { name += pick(Self.words) }
    if let first = name.first, first.isNumber { name = "n" + name }
    return name.allSatisfy { $0 == "_" } ? "u" + name : name
  }

  private mutating func type() -> String {
    let type = pick(Self.types)
    guard Bool.random(using: &generator) else { return type }
    return type.hasPrefix("any ") ? "(\(type))?" : type == "Loan.Type" ? "Loan.Type?" : type + "?"
  }

  private func variable(_ owner: String) -> String { "o\(Self.classes.firstIndex(of: owner) ?? 0)" }

  private mutating func access() -> String {
    ["", "", "", "fileprivate ", "private(set) "].randomElement(using: &generator) ?? ""
  }

  private mutating func addProperty(_ name: String, _ owner: String) {
    let access = access()
    text += "extension \(owner) { @NSManaged \(access)var `\(name)`: \(type()) }\n"
    let member = "\(variable(owner)).`\(name)`"
    uses.append(access == "private(set) " ? "_ = \(member)" : "\(member) = \(member)")
  }

  private mutating func addMethod(_ name: String, _ owner: String) {
    let shape = Int.random(in: 0..<5, using: &generator)
    let labels: [String?] =
      switch shape {
      case 0: []
      case 1: [nil]
      case 2: [nil, self.name()]
      case 3: [self.name()]
      default: [self.name(), nil, self.name()]
      }
    let list = labels.enumerated().map { "\($1.map { "`\($0)`" } ?? "_") v\($0): \(type())" }.joined(separator: ", ")
    let result = Bool.random(using: &generator) ? " -> \(type())" : ""
    text += "extension \(owner) { @NSManaged func `\(name)`(\(list))\(result) }\n"
    uses.append("_ = \(variable(owner)).`\(name)`")
  }
}
