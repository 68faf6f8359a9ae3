import Foundation
import ModelDescription
import SQLiteDriver
import StoreContract
import TestKit

@testable import SQLiteStore

/// A store with every form of relationship, made in code and looked at by SQL.
struct FormsStore {
  let folder: TemporaryFolder
  let path: String
  let model: ResolvedModel

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("Forms.sqlite").path
    model = try ResolvedModel(Self.description)
    _ = try SQLiteStore.create(
      path, model: model, metadata: StoreMetadata(newStoreOf: model), modelCache: nil, withHistory: false)
  }

  /// Opened anew each time, so that nothing is remembered.
  func save(_ build: (inout SaveRequest) -> Void) throws -> [Int64] {
    var request = SaveRequest()
    build(&request)
    return try SQLiteStore.open(path, model: model).save(request).insertedKeys
  }

  func key(_ entity: String, _ key: Int64) -> RowKey {
    RowKey(entity: model.entity(named: entity)?.number ?? 0, primaryKey: key)
  }

  func insert(_ entity: String, _ index: Int, _ values: [String: StoredValue] = [:]) -> SaveRequest.Insert {
    let fields = model.entity(named: entity)?.fields ?? []
    return .init(key: key(entity, Int64(-index - 1)), values: fields.map { values[$0.name] ?? .null })
  }

  func update(_ entity: String, _ key: Int64, _ values: [String: StoredValue]) -> SaveRequest.Update {
    let resolved = model.entity(named: entity)
    return .init(
      key: self.key(entity, key), version: nil,
      values: values.sorted { $0.key < $1.key }.map { (resolved?.fieldNumber(of: $0.key) ?? -1, $0.value) })
  }

  /// Keys of a to-many's members, read by a store that was opened for it.
  func members(_ entity: String, _ key: Int64, _ relationship: String) throws -> [Int64] {
    var keys: [Int64] = []
    let store = try SQLiteStore.open(path, model: model, access: .readOnly)
    try store.related(relationship, of: model.entity(named: entity)?.number ?? 0, owners: [key]) { _, row in
      keys.append(row.primaryKey())
    }
    return keys
  }

  func sql(_ text: String) throws -> [String] {
    let statement = try Connection(path: path, mode: .untouched).prepare(text)
    var lines: [String] = []
    while try statement.step() {
      lines.append((0..<statement.columnCount).map { statement.optionalText($0) ?? "-" }.joined(separator: "|"))
    }
    return lines
  }

  private static let description = ModelDescription(entities: [
    EntityDescription(name: "Animal", isAbstract: true, relationships: [toOne("keeper", "Person", "pets")]),
    EntityDescription(name: "Cat", superentityName: "Animal"),
    EntityDescription(name: "Dog", superentityName: "Animal"),
    EntityDescription(name: "List", relationships: [toMany("songs", "Song", "lists", isOrdered: true)]),
    EntityDescription(
      name: "Person",
      relationships: [
        toMany("friends", "Person", "friends"), toMany("follows", "Person", "followers"),
        toMany("followers", "Person", "follows"), toOne("boss", "Person", "reports"),
        toMany("reports", "Person", "boss", isOrdered: true), toMany("pets", "Animal", "keeper"),
        toOne("favourite", "Animal", nil), toMany("badges", "Thing", nil), toOne("home", "Thing", nil),
        toOne("spouse", "Person", "spouse"),
      ]),
    EntityDescription(name: "Song", relationships: [toMany("lists", "List", "songs", isOrdered: true)]),
    EntityDescription(name: "Thing"),
  ])

  private static func toOne(_ name: String, _ destination: String, _ inverse: String?) -> RelationshipDescription {
    RelationshipDescription(name: name, destinationEntityName: destination, inverseName: inverse, isToMany: false)
  }

  private static func toMany(
    _ name: String, _ destination: String, _ inverse: String?, isOrdered: Bool = false
  ) -> RelationshipDescription {
    RelationshipDescription(
      name: name, destinationEntityName: destination, inverseName: inverse, isToMany: true, isOrdered: isOrdered)
  }
}
