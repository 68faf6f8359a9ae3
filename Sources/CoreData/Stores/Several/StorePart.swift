import Foundation
import ModelDescription
import QueryModel
import SQLiteStore
import StoreContract

/// One store of a coordinator, as a part of the whole: entities have the numbers of the coordinator's model there, and
/// keys say which store they are of.
///
/// The first store's keys are its own, so that a coordinator with one store has nothing to translate. Those of others
/// have the store's place above their 48th bit.
struct StorePart: Sendable {
  let store: SQLiteStore
  /// The place among the coordinator's stores, for as long as the store is one of them.
  let place: Int
  /// The store's entity numbers by those of the whole model, 0 for what it does not hold; `nil` where they are the same.
  private let own: [Int]?
  /// The whole model's entity numbers by the store's.
  private let whole: [Int]?
  private let model: ResolvedModel
  /// By entity number of the whole model, for a store that names properties otherwise; `nil` for one that does not.
  private let names: [FittedNames?]?

  /// - Parameter fit: For a store whose own model is another.
  init(_ store: SQLiteStore, at place: Int, of model: ResolvedModel, fit: StoreFit?) {
    self.store = store
    self.place = place
    self.model = model
    names = fit.flatMap { fit in
      fit.hasNames ? [nil] + model.entities.map { fit.names(ofEntity: $0.name) } : nil
    }
    if store.model.entities.count == model.entities.count,
      zip(store.model.entities, model.entities).allSatisfy({ $0.name == $1.name })
    {
      (own, whole) = (nil, nil)
      return
    }
    var own = [Int](repeating: 0, count: model.entities.count + 1)
    var whole = [Int](repeating: 0, count: store.model.entities.count + 1)
    for entity in store.model.entities {
      guard let number = model.entity(named: entity.name)?.number else { continue }
      own[number] = entity.number
      whole[entity.number] = number
    }
    (self.own, self.whole) = (own, whole)
  }

  /// Nothing has to be translated.
  var isPlain: Bool { place == 0 && own == nil && names == nil }

  // MARK: entities

  /// The store's number of an entity; 0 for one that it does not hold.
  func number(_ entity: Int) -> Int {
    guard let own else { return entity }
    return own.indices.contains(entity) ? own[entity] : 0
  }

  func wholeNumber(_ entity: Int) -> Int {
    guard let whole else { return entity }
    return whole.indices.contains(entity) ? whole[entity] : 0
  }

  // MARK: properties

  private func names(of entity: Int) -> FittedNames? {
    guard let names, names.indices.contains(entity) else { return nil }
    return names[entity]
  }

  /// The store's number of a field of the whole model's entity.
  func field(_ field: Int, of entity: Int) -> Int {
    guard let names = names(of: entity), names.fields.indices.contains(field) else { return field }
    return names.fields[field]
  }

  func toMany(_ name: String, of entity: Int) -> String { names(of: entity)?.toManys[name] ?? name }

  /// A new row's values in the store's order.
  func values(_ values: [StoredValue], of entity: Int) -> [StoredValue] {
    guard let names = names(of: entity), names.modelFields.count == values.count else { return values }
    return names.modelFields.enumerated().map { names.computed.contains($0) ? .null : values[$1] }
  }

  /// Changed values by the store's fields, without those that it computes itself.
  func changes(
    _ values: [(field: Int, value: StoredValue)], of entity: Int
  ) -> [(field: Int, value: StoredValue)] {
    guard let names = names(of: entity) else { return values }
    return values.compactMap { change in
      let own = field(change.field, of: entity)
      return names.computed.contains(own) ? nil : (own, change.value)
    }
  }

  /// An error about a property in the whole model's name of it.
  func translated(_ error: StoreError) -> StoreError {
    guard let name = error.entityName, let property = error.propertyName, let entity = model.entity(named: name),
      let names = names(of: entity.number), let own = store.model.entity(named: name),
      let field = own.fields.firstIndex(where: { $0.name == property }), names.modelPaths.indices.contains(field)
    else { return error }
    var error = error
    let known = names.modelPaths[field].joined(separator: ".")
    error.propertyName = known
    error.message = error.message.replacingOccurrences(of: "\(name).\(property) ", with: "\(name).\(known) ")
    return error
  }

  // MARK: keys

  private static let shift: Int64 = 48
  /// Keys above are those of a parent context's new objects.
  static let mostPlaces = 1 << 11

  /// The place of the store that a key is of; keys of objects without a row say nothing of that.
  static func place(of key: Int64) -> Int { key < 0 ? 0 : Int(key >> shift) }

  /// The key as its store has it.
  static func plain(_ key: Int64) -> Int64 { key < 0 ? key : key & ((1 << shift) - 1) }

  func wholeKey(_ key: Int64) -> Int64 { key <= 0 ? key : key | Int64(place) << Self.shift }

  /// The store's key; one of another store is none that any row has.
  func key(_ key: Int64) -> Int64 { key <= 0 || Self.place(of: key) == place ? Self.plain(key) : 0 }

  func key(_ key: RowKey) -> RowKey { RowKey(entity: number(key.entity), primaryKey: self.key(key.primaryKey)) }
  func wholeKey(_ key: RowKey) -> RowKey {
    RowKey(entity: wholeNumber(key.entity), primaryKey: wholeKey(key.primaryKey))
  }

  // MARK: reading

  private func request(_ request: FetchRequest) -> FetchRequest {
    if isPlain { return request }
    var own = request
    own.entity = number(request.entity)
    if let names {
      let translation = PathTranslation(model, names, root: request.entity)
      own.predicate = request.predicate.map { translation.predicate($0) }
      own.sorts = request.sorts.map { translation.sort($0) }
      own.fields = request.fields.map { fields in Set(fields.map { field($0, of: request.entity) }) }
    }
    own.predicate = own.predicate.map { $0.renumbered({ number($0) }, key: { key($0) }) }
    return own
  }

  func fetch(_ request: FetchRequest, _ body: (RowCursor) throws -> Void) throws {
    if isPlain { return try store.fetch(request, body) }
    let cursor = PartCursor(self)
    try store.fetch(self.request(request)) { try body(cursor.over($0)) }
  }

  func count(_ request: FetchRequest) throws -> Int { try store.count(self.request(request)) }

  func rows(_ keys: [Int64], of entity: Int, _ body: (RowCursor) throws -> Void) throws {
    if isPlain { return try store.rows(keys, of: entity, body) }
    let cursor = PartCursor(self)
    try store.rows(keys.map { key($0) }, of: number(entity)) { try body(cursor.over($0)) }
  }

  func related(
    _ relationship: String, of entity: Int, owners: [Int64], _ body: (_ owner: Int64, RowCursor) throws -> Void
  ) throws {
    if isPlain { return try store.related(relationship, of: entity, owners: owners, body) }
    let cursor = PartCursor(self)
    try store.related(toMany(relationship, of: entity), of: number(entity), owners: owners.map { key($0) }) {
      owner, row in
      try body(wholeKey(owner), cursor.over(row))
    }
  }

  func rows(of entity: Int, fields: [Int], holding tuples: [[StoredValue]]) throws -> [RowVersion?] {
    let own = tuples.map { tuple in
      tuple.map { value -> StoredValue in
        if case .reference(let key) = value { .reference(self.key(key)) } else { value }
      }
    }
    let fields = fields.map { field($0, of: entity) }
    return try store.rows(of: number(entity), fields: fields, holding: own).map { found in
      found.map { RowVersion(key: wholeKey($0.key), version: $0.version) }
    }
  }
}
