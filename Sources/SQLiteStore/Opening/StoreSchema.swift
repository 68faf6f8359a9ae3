package import ModelDescription
package import SQLCompiler
internal import StoreContract

/// A model together with where a file keeps it.
package final class StoreSchema: Sendable {
  package let model: ResolvedModel
  /// By entity number minus one.
  package let plans: [EntityPlan]
  package let mappings: [TableMapping]
  /// By entity number minus one, then by the to-many's name.
  private let related: [[String: RelatedQuery]]
  let compiler: QueryCompiler
  /// What history rows say about columns, by entity number minus one; empty where it is not known.
  let historySlots: [HistorySlots]
  /// Columns of history that keep values of deleted rows, by entity number minus one.
  private let tombstoneColumns: [[TombstoneColumn]]
  /// Derived attributes that saves keep current, since the file has no triggers for them.
  let derivedColumns: [DerivedColumn]

  package convenience init(model: ResolvedModel, mappings: [TableMapping]) throws {
    try self.init(model: model, mappings: mappings, historySlots: [], derivedColumns: [])
  }

  init(
    model: ResolvedModel, mappings: [TableMapping], historySlots: [HistorySlots],
    tombstoneColumns: [[TombstoneColumn]] = [], derivedColumns: [DerivedColumn]
  ) throws {
    guard mappings.count == model.entities.count else {
      throw StoreError(.modelDiffers, "The model has \(model.entities.count) entities, the file \(mappings.count).")
    }
    let mappings = zip(model.entities, mappings).map { entity, mapping in
      var mapping = mapping
      mapping.familyColumns = RowShape.familyColumns(
        of: mapping, entity.familyNumbers.dropFirst().compactMap { Self.mapping($0, mappings) })
      return mapping
    }
    self.model = model
    self.mappings = mappings
    compiler = QueryCompiler(model: model, mappings: mappings)
    self.historySlots = historySlots
    self.tombstoneColumns = tombstoneColumns
    self.derivedColumns = derivedColumns
    let plans = try zip(model.entities, mappings).map { entity, mapping in
      let family = entity.familyNumbers.compactMap { number in
        model.entity(numbered: number).flatMap { member in Self.mapping(number, mappings).map { (member, $0) } }
      }
      return try EntityPlan(entity: entity, mapping: mapping, family: family, model: model)
    }
    self.plans = plans
    related = plans.map { owner in
      var queries: [String: RelatedQuery] = [:]
      for relationship in owner.entity.toManys where plans.indices.contains(relationship.destinationNumber - 1) {
        queries[relationship.name] = owner.mapping.toManys[relationship.name].map {
          RelatedQuery($0, destination: plans[relationship.destinationNumber - 1])
        }
      }
      return queries
    }
  }

  private static func mapping(_ number: Int, _ mappings: [TableMapping]) -> TableMapping? {
    mappings.indices.contains(number - 1) ? mappings[number - 1] : nil
  }

  func plan(_ number: Int) throws -> EntityPlan {
    guard plans.indices.contains(number - 1) else {
      throw StoreError(.unsupported, "The store's model has no entity with number \(number).")
    }
    return plans[number - 1]
  }

  /// Some values outlive their rows in history.
  var keepsValues: Bool { tombstoneColumns.contains { !$0.isEmpty } }

  /// The columns that keep values of an entity's deleted rows in history.
  func tombstones(_ number: Int) -> [TombstoneColumn] {
    tombstoneColumns.indices.contains(number - 1) ? tombstoneColumns[number - 1] : []
  }

  func related(_ relationship: String, of owner: EntityPlan) throws -> RelatedQuery {
    guard let query = related[owner.entity.number - 1][relationship] else {
      throw StoreError(
        .unsupported, "Entity \(owner.entity.name) has no to-many relationship \(relationship) in this store.",
        entity: owner.entity.name, property: relationship)
    }
    return query
  }

  static func mismatch(_ entity: ResolvedEntity, _ what: String) -> StoreError {
    StoreError(.modelDiffers, "Entity \(entity.name) \(what).", entity: entity.name)
  }
}
