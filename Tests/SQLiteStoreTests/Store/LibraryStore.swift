import Foundation
import ModelDescription
import SQLiteDriver
import StoreContract
import TestKit

@testable import SQLiteStore

/// A store made in code: books on ordered shelves, with tags, and magazines as a kind of book.
struct LibraryStore {
  let folder: TemporaryFolder
  let model: ResolvedModel
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("Library.sqlite").path
    model = try ResolvedModel(
      ModelDescription(entities: [
        EntityDescription(
          name: "Book",
          attributes: [
            AttributeDescription(name: "isbn", type: .string, isOptional: true),
            AttributeDescription(name: "pages", type: .integer16),
            AttributeDescription(name: "price", type: .decimal, isOptional: true),
            AttributeDescription(name: "bought", type: .date, isOptional: true),
            AttributeDescription(name: "scan", type: .binary, isOptional: true, allowsExternalStorage: true),
          ],
          relationships: [
            RelationshipDescription(
              name: "shelf", destinationEntityName: "Shelf", inverseName: "books", isToMany: false),
            RelationshipDescription(name: "tags", destinationEntityName: "Tag", inverseName: "books", isToMany: true),
          ], uniquenessConstraints: [["isbn"]]),
        EntityDescription(
          name: "Magazine", superentityName: "Book",
          attributes: [AttributeDescription(name: "issue", type: .integer64, isOptional: true)]),
        EntityDescription(
          name: "Shelf",
          relationships: [
            RelationshipDescription(
              name: "books", destinationEntityName: "Book", inverseName: "shelf", isToMany: true, isOrdered: true),
            RelationshipDescription(name: "favourites", destinationEntityName: "Tag", isToMany: true),
          ]),
        EntityDescription(
          name: "Tag",
          attributes: [AttributeDescription(name: "name", type: .string)],
          relationships: [
            RelationshipDescription(name: "books", destinationEntityName: "Book", inverseName: "tags", isToMany: true)
          ]),
      ]))
  }

  func create(withHistory: Bool = false, inMemory: Bool = false) throws -> SQLiteStore {
    try SQLiteStore.create(
      inMemory ? nil : path, model: model,
      metadata: StoreMetadata(newStoreWithHashes: [:], digest: "", checksum: "", identifiers: []), modelCache: nil,
      withHistory: withHistory)
  }

  func number(_ name: String) -> Int { model.entity(named: name)?.number ?? 0 }

  func field(_ entity: String, _ name: String) -> Int { model.entity(named: entity)?.fieldNumber(of: name) ?? -1 }

  /// An insert with values by name; the rest is null.
  func insert(_ entity: String, _ index: Int, _ values: [String: StoredValue]) -> SaveRequest.Insert {
    let fields = model.entity(named: entity)?.fields ?? []
    return SaveRequest.Insert(
      key: key(entity, Int64(-index - 1)), values: fields.map { values[$0.name] ?? .null })
  }

  func key(_ entity: String, _ key: Int64) -> RowKey { RowKey(entity: number(entity), primaryKey: key) }

  /// The rows of a statement as text, columns separated by bars.
  func sql(_ text: String) throws -> [String] {
    let connection = try Connection(path: path, mode: .readOnly)
    return try connection.withStatement(text) { statement in
      var lines: [String] = []
      while try statement.step() {
        lines.append((0..<statement.columnCount).map { statement.optionalText($0) ?? "-" }.joined(separator: "|"))
      }
      return lines
    }
  }
}
