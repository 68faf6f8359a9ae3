import Foundation
import ModelDescription
import SQLiteDriver
import SQLiteStore
import SwiftData
import TestKit

/// A store with facts that SwiftData's classes cannot say, made as Core Data would have it.
struct FittingStore {
  let folder: TemporaryFolder
  let url: URL
  let model: ResolvedModel

  init(_ model: ModelDescription = Self.model, withCache: Bool = true, withHistory: Bool = true) throws {
    folder = try TemporaryFolder()
    url = folder.file("Library.sqlite")
    self.model = try ResolvedModel(model)
    _ = try SQLiteStore.create(
      url.path, model: self.model, metadata: StoreMetadata(newStoreOf: self.model),
      modelCache: withCache ? SQLiteStore.modelCache(of: self.model, namesDefaultConfiguration: false) : nil,
      withHistory: withHistory)
  }

  func open(_ types: any PersistentModel.Type..., allowsSave: Bool = true) throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: Schema(types), configurations: ModelConfiguration(url: url, allowsSave: allowsSave)))
  }

  /// The rows of a statement, columns separated by bars.
  func sql(_ text: String) throws -> [String] { try Rows.of(text, at: url.path) }

  /// What another program does to the file.
  func execute(_ text: String) throws { try Connection(path: url.path, mode: .readWrite).execute(text) }

  /// What opening and saving must leave alone.
  func facts() throws -> [String] {
    try sql("SELECT Z_VERSION, Z_UUID, hex(Z_PLIST) FROM Z_METADATA")
      + sql("SELECT hex(Z_CONTENT) FROM Z_MODELCACHE") + sql("SELECT sql FROM sqlite_master ORDER BY rowid")
  }

  /// Books on ordered shelves with ordered tags; names, widths and optionality that classes say otherwise.
  static let model = ModelDescription(entities: [
    EntityDescription(
      name: "Book",
      attributes: [
        AttributeDescription(name: "title", type: .string),
        AttributeDescription(name: "isbn", type: .string, isOptional: true),
        AttributeDescription(name: "pages", type: .integer16, isOptional: true),
        AttributeDescription(
          name: "loanCount", type: .integer64, isOptional: true, derivation: .init(expression: "loans.@count")),
        AttributeDescription(
          name: "sortTitle", type: .string, isOptional: true, derivation: .init(expression: "canonical:(title)")),
        AttributeDescription(
          name: "shelfLabel", type: .string, isOptional: true, derivation: .init(expression: "shelf.label")),
        AttributeDescription(
          name: "fees", type: .double, isOptional: true, derivation: .init(expression: "loans.@sum.fee")),
        AttributeDescription(name: "touched", type: .date, isOptional: true, derivation: .init(expression: "now()")),
        AttributeDescription(
          name: "kind", type: .composite,
          elements: [AttributeDescription(name: "kind", type: .string, isOptional: true)]),
        AttributeDescription(
          name: "dimensions", type: .composite,
          elements: [
            AttributeDescription(name: "height", type: .double, isOptional: true),
            AttributeDescription(name: "width", type: .double, isOptional: true),
          ]),
      ],
      relationships: [
        RelationshipDescription(name: "shelf", destinationEntityName: "Shelf", inverseName: "books", isToMany: false),
        RelationshipDescription(
          name: "loans", destinationEntityName: "Loan", inverseName: "book", isToMany: true, deleteRule: .cascade),
        RelationshipDescription(
          name: "tags", destinationEntityName: "Tag", inverseName: "books", isToMany: true, isOrdered: true),
      ], uniquenessConstraints: [["isbn"]]),
    EntityDescription(
      name: "Loan",
      attributes: [AttributeDescription(name: "fee", type: .double), AttributeDescription(name: "due", type: .date)],
      relationships: [
        RelationshipDescription(
          name: "book", destinationEntityName: "Book", inverseName: "loans", isOptional: false, isToMany: false)
      ]),
    EntityDescription(
      name: "Note", attributes: [AttributeDescription(name: "text", type: .string, isOptional: true)]),
    EntityDescription(
      name: "Shelf", versionHashModifier: "2",
      attributes: [AttributeDescription(name: "label", type: .string)],
      relationships: [
        RelationshipDescription(
          name: "books", destinationEntityName: "Book", inverseName: "shelf", isToMany: true, isOrdered: true,
          maximumCount: 4)
      ]),
    EntityDescription(
      name: "Tag", isAbstract: true, attributes: [AttributeDescription(name: "name", type: .string)],
      relationships: [
        RelationshipDescription(name: "books", destinationEntityName: "Book", inverseName: "tags", isToMany: true)
      ]),
  ])

  /// The same with tags that are no abstract entity.
  static let modelWithTags: ModelDescription = {
    var result = Self.model
    result.entities[4].isAbstract = false
    return result
  }()
}

/// Rows of a file by SQL.
enum Rows {
  static func of(_ sql: String, at path: String, mode: OpenMode = .untouched) throws -> [String] {
    let statement = try Connection(path: path, mode: mode).prepare(sql)
    var lines: [String] = []
    while try statement.step() {
      lines.append((0..<statement.columnCount).map { statement.optionalText($0) ?? "-" }.joined(separator: "|"))
    }
    return lines
  }
}

/// Classes for that store.
enum Fitting {
  enum Cover: String, Codable { case paper, cloth }

  struct Size: Codable, Hashable {
    var width: Double
    var height: Double
  }

  @Model final class Book {
    @Attribute(originalName: "title") var name: String
    var isbn: String?
    /// Optional and of 16 bits in the store.
    var pages: Int
    var loanCount: Int?
    var sortTitle: String?
    var shelfLabel: String?
    var fees: Double?
    var touched: Date?
    @Attribute(originalName: "kind") var cover = Cover.paper
    @Attribute(originalName: "dimensions") var size = Size(width: 1, height: 2)
    var shelf: Shelf?
    @Relationship(deleteRule: .cascade, inverse: \Loan.volume) var loans: [Loan] = []
    @Relationship(originalName: "tags", inverse: \Tag.books) var labels: [Tag] = []

    init(_ name: String, pages: Int = 1, isbn: String? = nil) {
      self.name = name
      self.pages = pages
      self.isbn = isbn
    }
  }

  @Model final class Loan {
    var fee: Double
    /// Mandatory in the store.
    var due: Date?
    @Relationship(originalName: "book") var volume: Book?

    init(_ volume: Book?, fee: Double, due: Date? = Date(timeIntervalSinceReferenceDate: 0)) {
      self.fee = fee
      self.due = due
      self.volume = volume
    }
  }

  @Model final class Shelf {
    @Attribute(originalName: "label") var code: String
    @Relationship(inverse: \Book.shelf) var books: [Book] = []

    init(_ code: String) { self.code = code }
  }

  @Model final class Tag {
    var name: String
    var books: [Book] = []

    init(_ name: String) { self.name = name }
  }
}

/// Classes that no such store fits.
enum Differing {
  @Model final class Book {
    var title: Data
    var weight: Double

    init(title: Data, weight: Double) {
      self.title = title
      self.weight = weight
    }
  }

  @Model final class Extra {
    var id = 0

    init() {}
  }
}
