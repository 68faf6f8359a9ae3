import Foundation
import ModelDescription
import ModelEvolution
import SQLiteDriver
import StoreContract
import TestKit

@testable import SQLiteStore

/// A small library with every form of relationship, made anew for each test.
struct MigrationLibrary {
  let folder: TemporaryFolder
  let path: String
  let model: ResolvedModel

  static func description() -> ModelDescription {
    ModelDescription(
      entities: [
        EntityDescription(
          name: "Book",
          attributes: [
            .init(name: "title", type: .string), .init(name: "pages", type: .integer16),
            .init(name: "price", type: .decimal, isOptional: true),
            .init(name: "note", type: .string, isOptional: true),
            .init(name: "added", type: .date, isOptional: true),
            .init(name: "cover", type: .binary, isOptional: true, allowsExternalStorage: true),
            .init(name: "thumb", type: .binary, isOptional: true),
            .init(
              name: "size", type: .composite, isOptional: true,
              elements: [
                .init(name: "width", type: .double, isOptional: true),
                .init(name: "height", type: .double, isOptional: true),
              ]),
            .init(
              name: "kind", type: .composite, isOptional: true,
              elements: [.init(name: "kind", type: .string, isOptional: true)], userInfo: UserInfo(["EnumType": "true"])
            ),
          ],
          relationships: [
            .init(name: "shelf", destinationEntityName: "Shelf", inverseName: "books", isToMany: false),
            .init(name: "tags", destinationEntityName: "Tag", inverseName: "books", isToMany: true),
            .init(name: "sequel", destinationEntityName: "Book", inverseName: "prequel", isToMany: false),
            .init(name: "prequel", destinationEntityName: "Book", inverseName: "sequel", isToMany: false),
          ]),
        EntityDescription(
          name: "Magazine", superentityName: "Book",
          attributes: [.init(name: "issue", type: .integer64, isOptional: true)]),
        EntityDescription(
          name: "Shelf", attributes: [.init(name: "name", type: .string)],
          relationships: [
            .init(
              name: "books", destinationEntityName: "Book", inverseName: "shelf", isToMany: true, isOrdered: true),
            .init(name: "favourites", destinationEntityName: "Tag", isToMany: true),
          ]),
        EntityDescription(
          name: "Tag", attributes: [.init(name: "name", type: .string, preservesValueOnDeletion: true)],
          relationships: [
            .init(name: "books", destinationEntityName: "Book", inverseName: "tags", isToMany: true)
          ]),
      ], versionIdentifiers: ["1.0.0"])
  }

  static let books = 20
  static let magazines = 5
  static let shelves = 4
  static let tags = 6

  init(withHistory: Bool = false, _ change: (inout ModelDescription) -> Void = { _ in }) throws {
    var description = Self.description()
    change(&description)
    model = try ResolvedModel(description)
    folder = try TemporaryFolder()
    path = folder.file("Library.sqlite").path
    try fill(
      SQLiteStore.create(
        path, model: model, metadata: StoreMetadata(newStoreOf: model),
        modelCache: SQLiteStore.modelCache(of: model, namesDefaultConfiguration: true), withHistory: withHistory))
    try SQLiteStore.replaceMetadata(["own": .string("kept")], of: path)
  }

  /// Shelves 1…4 with the books in another order than that of their keys, books that follow each other in threes, tags by
  /// remainders; one book has a cover in a file.
  private func fill(_ store: SQLiteStore) throws {
    let needsShelf = model.entity(named: "Book")?.fields.contains { field in
      field.toOne.map { $0.name == "shelf" && !$0.description.isOptional } ?? false
    }
    func hasShelf(_ number: Int) -> Bool { needsShelf == true || number % 6 != 0 }
    var request = SaveRequest()
    func insert(_ entity: String, _ values: [String: StoredValue]) -> RowKey {
      let resolved = model.entity(named: entity)
      let key = RowKey(entity: resolved?.number ?? 0, primaryKey: -Int64(request.inserts.count) - 1)
      request.inserts.append(.init(key: key, values: (resolved?.fields ?? []).map { values[$0.name] ?? .null }))
      return key
    }
    let shelves = (1...Self.shelves).map { insert("Shelf", ["name": .text("Shelf \($0)")]) }
    let tags = (1...Self.tags).map { insert("Tag", ["name": .text("Tag \($0)")]) }
    var books: [RowKey] = []
    for number in 1...(Self.books + Self.magazines) {
      var values: [String: StoredValue] = [
        "title": .text("Title \(number)"), "pages": .integer(Int64(number * 10)), "kind.kind": .text("paper"),
      ]
      if number % 3 == 0 { values["price"] = .text("\(number).25") }
      if number % 4 == 0 { values["note"] = .text("Note \(number)") }
      if number % 2 == 0 { values["added"] = .real(700_000_000.5 + Double(number)) }
      if number % 5 == 0 {
        values["size.width"] = .real(Double(number))
        values["size.height"] = .real(1.5)
      }
      if number == 7 { values["cover"] = .blob(Data(repeating: 7, count: 200_000)) }
      if number == 8 { values["cover"] = .blob(Data([8, 8])) }
      if number == 9 { values["thumb"] = .blob(Data([1, 9])) }
      if number > Self.books { values["issue"] = .integer(Int64(number)) }
      if hasShelf(number) { values["shelf"] = .reference(shelves[number % Self.shelves]) }
      books.append(insert(number > Self.books ? "Magazine" : "Book", values))
    }
    for (index, book) in books.enumerated() {
      request.links.append(
        .init(owner: book, relationship: "tags", added: tags.indices.filter { (index + $0) % 4 == 0 }.map { tags[$0] }))
    }
    for (index, shelf) in shelves.enumerated() {
      let members = books.indices.filter { hasShelf($0 + 1) && ($0 + 1) % Self.shelves == index }.map { books[$0] }
      if model.entity(named: "Shelf")?.toMany(named: "books")?.description.isOrdered == true {
        request.links.append(.init(owner: shelf, relationship: "books", order: members.reversed()))
      }
      if index < 2 {
        request.links.append(.init(owner: shelf, relationship: "favourites", added: [tags[index], tags[index + 2]]))
      }
    }
    let saved = try store.save(request)
    _ = saved
    // Every third book is followed by the next: written as both sides have it.
    var update = SaveRequest()
    let book = model.entity(named: "Book")
    guard let sequel = book?.fieldNumber(of: "sequel"), let prequel = book?.fieldNumber(of: "prequel") else { return }
    for first in stride(from: 1, to: Int64(Self.books - 1), by: 3) {
      let (left, right) = (RowKey(entity: 1, primaryKey: first), RowKey(entity: 1, primaryKey: first + 1))
      update.updates.append(.init(key: left, version: nil, values: [(sequel, .reference(right))]))
      update.updates.append(.init(key: right, version: nil, values: [(prequel, .reference(left))]))
    }
    _ = try store.save(update)
  }

  /// The model after a change of its description.
  func changed(_ change: (inout ModelDescription) -> Void) throws -> ResolvedModel {
    var description = model.description
    description.versionIdentifiers = ["2.0.0"]
    change(&description)
    return try ResolvedModel(description)
  }

  @discardableResult func migrate(
    to destination: ResolvedModel, fills: MigrationFills = MigrationFills(),
    options: MigrationOptions = MigrationOptions()
  ) throws -> MigrationReport {
    try StoreMigration.migrate(path, from: model, to: destination, fills: fills, options: options)
      ?? MigrationReport(mode: .inPlace)
  }

  /// The first column of every row.
  func column(_ sql: String) throws -> [String] { try Self.column(sql, path) }

  static func column(_ sql: String, _ path: String) throws -> [String] {
    try Connection(path: path, mode: .untouched).withStatement(sql) { statement in
      var lines: [String] = []
      while try statement.step() {
        lines.append((0..<statement.columnCount).map { statement.optionalText($0) ?? "-" }.joined(separator: "|"))
      }
      return lines
    }
  }

  /// Names of the files that keep large values.
  func externalFiles() -> [String] {
    ((try? FileManager.default.contentsOfDirectory(
      atPath: folder.url.appendingPathComponent(".Library_SUPPORT/_EXTERNAL_DATA").path)) ?? []).sorted()
  }
}

extension ModelDescription {
  /// Changes an entity.
  mutating func edit(_ name: String, _ change: (inout EntityDescription) -> Void) {
    guard let index = entities.firstIndex(where: { $0.name == name }) else { return }
    change(&entities[index])
  }

  mutating func editAttribute(_ entity: String, _ name: String, _ change: (inout AttributeDescription) -> Void) {
    edit(entity) { entity in
      guard let index = entity.attributes.firstIndex(where: { $0.name == name }) else { return }
      change(&entity.attributes[index])
    }
  }

  mutating func editRelationship(_ entity: String, _ name: String, _ change: (inout RelationshipDescription) -> Void) {
    edit(entity) { entity in
      guard let index = entity.relationships.firstIndex(where: { $0.name == name }) else { return }
      change(&entity.relationships[index])
    }
  }
}
