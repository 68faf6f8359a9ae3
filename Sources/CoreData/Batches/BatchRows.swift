import Foundation
import ModelDescription
import ObjectGraph
import SQLiteStore
import SchemaTypes
import StoreContract

/// Dictionaries and objects as rows of an entity.
struct BatchRows {
  let entity: NSEntityDescription
  let number: Int
  private let resolved: ResolvedEntity
  private let facts: EntityLayout
  private let defaults: [StoredValue]
  /// By field: the property's slot, for attributes.
  private let slots: [(field: Int, slot: Int)]
  /// The attributes' names, in the order of `slots`.
  private let names: NameIndex
  /// Fields that a row may not be without.
  private let mandatory: [(field: Int, slot: Int)]
  private let fieldByName: [String: (field: Int, slot: Int)]
  /// By name: the columns of composites, in the order of their elements.
  private let composites: [String: (type: CompositeType, fields: [Int])]
  private let coding = TransformableCoding()

  init(
    entityName: String, context: NSManagedObjectContext, restrictedTo given: NSEntityDescription?
  ) throws {
    guard let entity = context.model?.entity(named: given?.name ?? entityName),
      let resolved = try context.ground().model.entity(named: given?.name ?? entityName)
    else {
      throw CoreDataError.error(
        NSPersistentStoreOperationError, "The context's model has no entity \"\(given?.name ?? entityName)\".")
    }
    self.entity = entity
    self.resolved = resolved
    number = resolved.number
    let facts = EntityLayout.of(entity)
    self.facts = facts
    slots = resolved.fields.indices.compactMap { field in
      guard resolved.fields[field].attribute != nil, resolved.fields[field].path.count == 1 else { return nil }
      return facts.slot(named: resolved.fields[field].path[0]).map { (field, $0) }
    }
    names = NameIndex(slots.map { facts.properties[$0.slot].name })
    mandatory = slots.filter { place in
      let property = facts.properties[place.slot]
      return !property.description.isOptional && !property.isDerived
    }
    fieldByName = Dictionary(uniqueKeysWithValues: slots.map { (facts.properties[$0.slot].name, $0) })
    composites = facts.properties.reduce(into: [:]) { known, property in
      guard let type = property.type as? CompositeType else { return }
      let fields = type.paths.compactMap { resolved.fieldNumber(ofPath: [property.name] + $0) }
      if fields.count == type.paths.count { known[property.name] = (type, fields) }
    }
    var defaults = [StoredValue](repeating: .null, count: resolved.fields.count)
    for (field, slot) in slots {
      guard let value = facts.properties[slot].attribute?.defaultValue else { continue }
      defaults[field] = try facts.properties[slot].storedValue(value, coding)
    }
    self.defaults = defaults
  }

  /// - Throws: an error that names a key that the entity does not have, or a mandatory value that is missing.
  func values(_ table: [String: Any]) throws -> [StoredValue] {
    var values = defaults
    for (key, value) in table where composites[key] == nil {
      guard let place = fieldByName[key] else { throw unknown(key) }
      values[place.field] =
        ExactCast.isNull(value) ? .null : try facts.properties[place.slot].storedValue(value, coding)
    }
    for (key, value) in table where composites[key] != nil {
      for part in try parts(key, value) { values[part.field] = part.value }
    }
    return try checked(values)
  }

  // MARK: constraints

  /// `nil` also for a store that has the entity's fields otherwise: what is taken there refuses the batch.
  func constraints(_ policy: NSMergePolicyType, in part: StorePart) -> BatchConstraints? {
    let model = part.store.model
    guard let stored = model.entity(numbered: part.number(number)),
      stored.fields.map(\.path) == resolved.fields.map(\.path)
    else { return nil }
    return BatchConstraints(policy, of: stored, in: model)
  }

  /// The fields that a table names.
  func given(_ table: [String: Any]) -> Set<Int> {
    Set(table.keys.flatMap { key in composites[key]?.fields ?? fieldByName[key].map { [$0.field] } ?? [] })
  }

  func given(_ row: BatchRow) -> Set<Int> {
    var fields = Set(row.values.indices.filter { row.values[$0] != nil }.map { slots[$0].field })
    for case let name as String in row.others?.allKeys ?? [] { fields.formUnion(composites[name]?.fields ?? []) }
    return fields
  }

  /// The fields of an object that are not as in a new one.
  func given(_ values: [StoredValue]) -> Set<Int> { Set(values.indices.filter { values[$0] != defaults[$0] }) }

  /// An empty row for a block to fill.
  func row() -> BatchRow { BatchRow(names) }

  /// - Throws: as for a table.
  func values(_ row: BatchRow) throws -> [StoredValue] {
    var values = defaults
    for (place, value) in row.values.enumerated() {
      guard let value else { continue }
      let (field, slot) = slots[place]
      values[field] = ExactCast.isNull(value) ? .null : try facts.properties[slot].storedValue(value, coding)
    }
    if let others = row.others {
      for (key, value) in others {
        guard let name = key as? String else { throw unknown("\(key)") }
        for part in try parts(name, value) { values[part.field] = part.value }
      }
    }
    return try checked(values)
  }

  /// The columns of a composite's value.
  private func parts(_ key: String, _ value: Any) throws -> [(field: Int, value: StoredValue)] {
    guard let place = composites[key] else { throw unknown(key) }
    if value is NSNull { return place.fields.map { ($0, .null) } }
    guard let fitted = place.type.fitted(value) else {
      throw CoreDataError.error(
        NSManagedObjectValidationError,
        "\(entity.name ?? "").\(key) is a composite, and a batch gives it a \(Swift.type(of: value)) that does not fit it.",
        info: [NSValidationKeyErrorKey: key])
    }
    return zip(place.fields, try place.type.forms(ValueBox(fitted))).map { ($0, StoredValue($1)) }
  }

  func values(of object: NSManagedObject) throws -> [StoredValue] {
    var values = defaults
    for (field, slot) in slots {
      let value = facts.properties[slot].read(object._$ref, slot)
      values[field] = try value.map { try facts.properties[slot].storedValue($0, coding) } ?? .null
    }
    for (key, _) in composites {
      for part in try parts(key, object.primitiveValue(forKey: key) ?? NSNull()) { values[part.field] = part.value }
    }
    return try checked(values)
  }

  private func checked(_ values: [StoredValue]) throws -> [StoredValue] {
    for (field, slot) in mandatory {
      guard case .null = values[field] else { continue }
      let property = facts.properties[slot]
      throw CoreDataError.error(
        NSValidationMissingMandatoryPropertyError,
        "\(entity.name ?? "").\(property.name) is mandatory, and a row of the batch has no value for it.",
        info: [NSValidationKeyErrorKey: property.name])
    }
    return values
  }

  /// The values of an update, several for a composite.
  func fields(_ key: String, _ value: Any) throws -> [(field: Int, value: StoredValue)] {
    if composites[key] != nil { return try parts(key, value) }
    guard let place = fieldByName[key] else { throw unknown(key) }
    if value is NSNull { return [(place.field, .null)] }
    return [(place.field, try facts.properties[place.slot].storedValue(value, coding))]
  }

  private func unknown(_ key: String) -> NSError {
    let isRelationship = entity.property(named: key) is NSRelationshipDescription
    return CoreDataError.error(
      NSPersistentStoreOperationError,
      isRelationship
        ? "\(entity.name ?? "").\(key) is a relationship, and batches write attributes only."
        : "The entity \(entity.name ?? "") has no attribute \"\(key)\" for a batch to write.",
      info: [NSValidationKeyErrorKey: key])
  }
}
