import Foundation
package import ModelDescription
import StoreContract

/// How the slots of one class map to an entity of the store's model.
package final class ClassBinding: @unchecked Sendable {
  // Unchecked because it holds metatypes and a layout and never changes after `init`.
  package let source: ObjectSource
  package var type: any _ModelObject.Type { source.type }
  package let layout: ModelLayout
  package let entity: ResolvedEntity
  package internal(set) var slots: [SlotBinding]
  /// Relationship slots below 63, which are pending after a read.
  let relationshipBits: UInt64
  /// Relationship slots.
  let relationships: [Int]
  /// What filling an object from a row takes, without what waits.
  let filling: [FillStep]
  /// What writing an object takes.
  let writing: [WriteStep]
  /// The relationships; complete once all classes are bound.
  private(set) var ends: [RelationshipEnd] = []
  /// Own and inherited ones; complete once all classes are bound.
  private(set) var uniqueConstraints: [UniqueConstraint] = []
  /// To-manys that no to-one expresses alone, or whose number of members has bounds.
  let linking: [Int]
  /// New objects come with values in slots that own memory.
  let hasDefaults: Bool
  /// Fields that no slot holds, which an insert must fill from the model's defaults.
  let unboundFields: [Int]
  /// By field; empty when the store's model bounds no value of the entity.
  let rules: [ValueRules?]
  let coding: any ValueCoding
  private let slotsByStoreName: [String: Int]
  /// Some values are the store's to compute, at every save.
  let hasDerivedValues: Bool

  /// - Throws: `GraphError` that names a property which the entity lacks or has in another form.
  init(_ source: ObjectSource, entity: ResolvedEntity, names: StoreNames, coding: any ValueCoding) throws {
    self.source = source
    self.coding = coding
    self.entity = entity
    layout = source.layout
    let slots = try source.layout.properties.map { try SlotBinding($0, in: entity, names: names) }
    self.slots = slots
    slotsByStoreName = Dictionary(
      slots.enumerated().compactMap { slot, binding in binding.storePath(in: entity)?.first.map { ($0, slot) } },
      uniquingKeysWith: { first, _ in first })
    hasDerivedValues = entity.fields.contains { $0.attribute?.derivation != nil }
    relationships = slots.indices.filter { slots[$0].relationship != nil }
    relationshipBits = relationships.reduce(0) { $0 | ($1 < 63 ? StateReference.bit($1) : 0) }
    let blank = source.blank()
    let blankState = blank._$ref
    hasDefaults = source.layout.owning.contains {
      blankState.at($0.slot, as: Slot.self).pointee.tag != 0 || blankState.at($0.slot, as: Slot.self).pointee.word != 0
    }
    withExtendedLifetime(blank) {}
    linking = slots.indices.filter { slots[$0].takesLinks }
    filling = slots.indices.prefix(63).compactMap { FillStep($0, slots[$0]) }
    let rules = Self.rules(slots, entity)
    self.rules = rules
    writing = slots.indices.compactMap { slot in
      WriteStep(slot, slots[slot], hasRules: !rules.isEmpty && slots[slot].fields.contains { rules[$0] != nil })
    }
    let bound = Set(slots.flatMap(\.fields))
    unboundFields = entity.fields.indices.filter { !bound.contains($0) }
  }

  private static func rules(_ slots: [SlotBinding], _ entity: ResolvedEntity) -> [ValueRules?] {
    var names = entity.fields.map { $0.path.joined(separator: ".") }
    for slot in slots {
      for field in slot.fields {
        let last = entity.fields[field].path.last ?? ""
        names[field] = slot.fields.count > 1 ? "\(slot.name).\(last)" : slot.name
      }
    }
    let rules = zip(entity.fields, names).map { field, name in field.attribute.flatMap { ValueRules($0, name: name) } }
    return rules.contains { $0 != nil } ? rules : []
  }

  /// - Throws: `GraphError` when the store's model bounds the field's values and this one is outside.
  func check(_ value: StoredValue, _ field: Int) throws {
    guard !rules.isEmpty else { return }
    try rules[field]?.check(value, entity: entity.name)
  }

  /// The store's names that lead to a property; `nil` for one that it does not keep.
  package func storePath(ofSlot slot: Int) -> [String]? { slots[slot].storePath(in: entity) }

  /// To be called when all classes are bound.
  ///
  /// - Parameter destination: the binding of the objects at the end of a relationship.
  func finish(_ model: ResolvedModel, _ destination: (SlotBinding) -> ClassBinding?) {
    ends = slots.indices.compactMap { RelationshipEnd($0, slots[$0], destination(slots[$0])) }
    uniqueConstraints = entity.uniqueFields(in: model).compactMap { UniqueConstraint($0, slots) }
  }

  /// The slot of a property, by the store's name of it.
  func slot(storeName: String) -> Int? { slotsByStoreName[storeName] }

  /// Whether the class has slots that share the last bit.
  var isWide: Bool { layout.count > 63 }
}

/// What one slot is in the store.
package struct SlotBinding: Sendable {
  package enum Content: Sendable {
    case attribute(field: Int, AttributeDescription)
    /// A value of several fields, in the order of its shape.
    case composite(fields: [Int], [AttributeDescription])
    case toOne(field: Int, ResolvedRelationship)
    case toMany(ResolvedRelationship)
    /// Known to the class only.
    case transient
  }

  /// The class's name of the property.
  package let name: String
  package let content: Content
  package let type: any ObjectPropertyType
  /// The attribute whose bytes go through a transformer.
  private(set) var transformable: AttributeDescription?
  /// A value that cannot be read still has an empty one to read as, so that reading it can wait.
  let isLazy: Bool
  /// The store's integers can be wider than the class's type.
  let isNarrow: Bool
  /// The slot of the inverse in the destination's class, when there is one.
  package internal(set) var inverseSlot: Int?

  init(_ property: ModelLayout.Property, in entity: ResolvedEntity, names: StoreNames) throws {
    let (name, type) = (property.name, property.type)
    self.name = name
    self.type = type
    isLazy = type.isOptional || (type.kind == .box && type.zeroBox != nil)
    let path = names.path([name], of: entity.name)
    let enumPath = names.path([name, name], of: entity.name)
    if let storeName = path.first, path.count == 1, let relationship = entity.toMany(named: storeName) {
      guard type.kind == .toMany else {
        throw GraphError(
          .modelMismatch, "is a to-many in the store and something else in the class", entity: entity.name,
          property: name)
      }
      content = .toMany(relationship)
      isNarrow = false
    } else if let fields = try Self.composite(property, in: entity, names: names) {
      content = .composite(fields: fields, fields.compactMap { entity.fields[$0].attribute })
      isNarrow = false
    } else if let field = entity.fieldNumber(ofPath: path) ?? entity.fieldNumber(ofPath: enumPath) {
      content = try Self.content(of: entity.fields[field], field: field, type: type, entity: entity, name: name)
      if case .attribute(_, let attribute) = content, attribute.type == .transformable || Self.isCoded(attribute, type)
      {
        transformable = attribute
      }
      let stored = entity.fields[field].attribute?.type.integers
      isNarrow =
        type.kind == .scalar && !type.isReal && stored.map { !type.holds($0.lowerBound, $0.upperBound) } ?? false
    } else if entity.transientNames.contains(name) || path.first.map(entity.transientNames.contains) == true {
      content = .transient
      isNarrow = false
    } else {
      throw GraphError(
        .modelMismatch, "the store's model has no such property that the class could use", entity: entity.name,
        property: name)
    }
  }

  /// Bytes of a value that has no layout of its own: an enum with associated values, an option set, `.codable`.
  private static func isCoded(_ attribute: AttributeDescription, _ type: any ObjectPropertyType) -> Bool {
    attribute.type == .binary && type.kind == .box && type.wrapped != Data.self
  }

  /// The fields of a composite; `nil` when the class or the store has something else.
  private static func composite(
    _ property: ModelLayout.Property, in entity: ResolvedEntity, names: StoreNames
  ) throws -> [Int]? {
    guard property.type.kind == .box, case .success(let shape) = property.type.shape, shape.isComposite else {
      return nil
    }
    let storeName = names.path([property.name], of: entity.name).first
    let all = entity.fields.indices.filter {
      entity.fields[$0].path.count > 1 && entity.fields[$0].path.first == storeName
    }
    guard !all.isEmpty else { return nil }
    return try shape.paths(below: [property.name]).map { path in
      let stored = names.path(path, of: entity.name)
      guard let field = all.first(where: { entity.fields[$0].path == stored }) else {
        throw GraphError(
          .modelMismatch, "the store's composite has no part \(path.dropFirst().joined(separator: "."))",
          entity: entity.name, property: property.name)
      }
      return field
    }
  }

  private static func content(
    of field: ResolvedEntity.Field, field number: Int, type: any ObjectPropertyType, entity: ResolvedEntity,
    name: String
  ) throws -> Content {
    switch (field.content, type.kind) {
    case (.toOne(let relationship), .toOne): return .toOne(field: number, relationship)
    case (.attribute(let attribute), .scalar), (.attribute(let attribute), .string), (.attribute(let attribute), .box):
      return .attribute(field: number, attribute)
    case (.toOne, _), (.attribute, _):
      throw GraphError(
        .modelMismatch, "is an attribute on one side and a relationship on the other", entity: entity.name,
        property: name)
    }
  }

  package var field: Int? {
    switch content {
    case .attribute(let field, _), .toOne(let field, _): field
    case .composite, .toMany, .transient: nil
    }
  }

  /// All fields of the property, those of a composite in the order of its shape.
  package var fields: [Int] {
    if case .composite(let fields, _) = content { fields } else { field.map { [$0] } ?? [] }
  }

  /// The store's names that lead to the property.
  package func storePath(in entity: ResolvedEntity) -> [String]? {
    switch content {
    case .attribute(let field, _), .toOne(let field, _): entity.fields[field].path
    case .composite(let fields, _):
      fields.first.map { field in
        // An enum's raw value is the one part of its composite, and stands for the enum.
        if case .success(.raw) = type.shape {
          entity.fields[field].path
        } else {
          Array(entity.fields[field].path.prefix(1))
        }
      }
    case .toMany(let relationship): [relationship.name]
    case .transient: nil
    }
  }

  /// The members of a to-many have to be looked at when the object is saved.
  var takesLinks: Bool {
    guard case .toMany(let relationship) = content else { return false }
    let (description, isExpressed) = (relationship.description, relationship.inverse.map { !$0.isToMany } ?? false)
    return !isExpressed || description.isOrdered || description.minimumCount > 0 || description.maximumCount > 0
  }

  /// The value is the store's to compute.
  var isDerived: Bool {
    if case .attribute(_, let attribute) = content { attribute.derivation != nil } else { false }
  }

  package var relationship: ResolvedRelationship? {
    switch content {
    case .toOne(_, let relationship), .toMany(let relationship): relationship
    case .attribute, .composite, .transient: nil
    }
  }
}

extension AttributeType {
  /// What a column of this type can hold; `nil` for types that are no integers.
  fileprivate var integers: ClosedRange<Int64>? {
    switch self {
    case .integer16: Int64(Int16.min)...Int64(Int16.max)
    case .integer32: Int64(Int32.min)...Int64(Int32.max)
    case .integer64: Int64.min...Int64.max
    default: nil
    }
  }
}
