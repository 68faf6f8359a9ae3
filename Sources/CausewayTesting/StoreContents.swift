public import Foundation
import ModelDescription
import QueryModel
import SQLiteStore
import StoreContract

/// Every row of a store, by the store's own model: what it had, to be compared with what it has.
public struct StoreContents: Sendable {
  /// Values and links by property, a part of a struct as `price.amount`.
  struct Row: Hashable, Sendable {
    var values: [String: StoredValue] = [:]
    /// Keys of the objects that a relationship leads to; in their order where it has one.
    var links: [String: [Int64]] = [:]
  }

  let model: ResolvedModel
  /// By entity, then by key.
  private(set) var rows: [String: [Int64: Row]] = [:]

  /// How many objects of that very entity there are.
  public func count(of entity: String) -> Int { rows[entity]?.count ?? 0 }

  /// The entities of the store, those without rows too.
  public var entities: [String] { model.entities.map(\.name) }

  /// Reads a store and leaves every file of its folder as it is.
  ///
  /// - Throws: an error that says what is wrong with the file, or that it keeps no model.
  public init(of url: URL) throws {
    let description = try SQLiteStore.description(of: url.path)
    guard let model = description.readableModel else {
      throw FixtureError("\(url.path) keeps no model that can be read, so that its rows cannot be")
    }
    self.model = model
    let store = try SQLiteStore.open(url.path, model: model, access: .untouched)
    for entity in model.entities where !entity.description.isAbstract || entity.isRoot {
      var request = FetchRequest(entity: entity.number)
      request.includesSubentities = false
      var found: [Int64: Row] = [:]
      try store.fetch(request) { found[$0.primaryKey()] = Self.row($0, entity) }
      let keys = found.keys.sorted()
      for relationship in entity.toManys {
        for key in keys { found[key]?.links[relationship.name] = [] }
        for start in stride(from: 0, to: keys.count, by: 500) {
          let owners = Array(keys[start..<min(start + 500, keys.count)])
          try store.related(relationship.name, of: entity.number, owners: owners) { owner, row in
            found[owner]?.links[relationship.name]?.append(row.primaryKey())
          }
        }
      }
      if !found.isEmpty { rows[entity.name] = found }
    }
  }

  private static func row(_ cursor: RowCursor, _ entity: ResolvedEntity) -> Row {
    var row = Row()
    for (number, field) in entity.fields.enumerated() {
      switch cursor.value(number) {
      case .null: if field.toOne == nil { row.values[field.name] = .null } else { row.links[field.name] = [] }
      case .integer(let integer): row.values[field.name] = .integer(integer)
      case .real(let real): row.values[field.name] = .real(real)
      case .text(let utf8): row.values[field.name] = .text(String(decoding: utf8, as: UTF8.self))
      case .blob(let bytes): row.values[field.name] = .blob(Data(bytes))
      case .reference(_, let key): row.links[field.name] = [key]
      }
    }
    return row
  }
}
