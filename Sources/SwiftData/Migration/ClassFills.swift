import Foundation
import ModelDescription
import ModelEvolution
import ObjectGraph
import QueryModel
import SchemaTypes
import StoreContract

/// Values for what rows of an older version lack: those that the classes of the newer one declare, or that their
/// initialisers take when nobody says otherwise.
struct ClassFills {
  /// By the destination's entity, then by field, a part of a struct as `price.amount`.
  private(set) var values: [String: [String: AttributeValue]] = [:]
  /// Properties of which each row gets a UUID of its own: `UUID()` is another one each time.
  private(set) var newIdentifiers: [String: Set<String>] = [:]
  /// Properties that a row must have and that nobody fills, where the model itself demands nothing: the parts of structs
  /// and enums may be empty in a store.
  private(set) var lacks: [Lack] = []

  struct Lack {
    let entity: EntityMapping
    /// A part of a struct as `price.amount`.
    let name: String
    /// Fields of the destination, none of which has a value.
    let fields: [Int]
    /// Fields of the destination, and those of the source that they come from: of a struct which the part that lacks belongs
    /// to. Without a value in one of them there is no struct, and so no lack; empty for a whole property.
    let owner: [(destination: Int, source: Int)]

    /// Rows of the destination that lack it.
    var isEmpty: QueryPredicate {
      let lacks = fields.map { Self.isNull(entity.destination, $0) }
      return .and(lacks + Self.anyValue(entity.destination, owner.map(\.destination)))
    }

    /// Rows of the source that will; `nil` for all.
    var isNeeded: QueryPredicate? {
      entity.source.flatMap { source in Self.anyValue(source, owner.map(\.source)).first }
    }

    private static func isNull(_ entity: ResolvedEntity, _ field: Int) -> QueryPredicate {
      .comparison(.equal, .path(.root, entity.fields[field].path), .constant(.null))
    }

    private static func anyValue(_ entity: ResolvedEntity, _ fields: [Int]) -> [QueryPredicate] {
      fields.isEmpty ? [] : [.not(.and(fields.map { isNull(entity, $0) }))]
    }
  }

  /// - Parameters:
  ///   - schema: the classes of the newer version.
  ///   - allowsBlank: structs and enums may become their empty value.
  init(_ schema: Schema, _ mapping: ModelMapping, allowsBlank: Bool) throws {
    let types = schema.types.filter { mapping.destination.entity(named: $0.key) != nil }
    let table = try ClassTable(
      types.map { ($0.key, $0.value) }, model: mapping.destination, coding: TransformableCoding())
    let defaults = try DefaultValues(table)
    for entity in mapping.entities where entity.source != nil {
      let number = entity.destination.number
      for property in defaults.properties(ofEntity: number, initial: Self.initial(entity.destination.name, schema)) {
        add(property, entity, allowsBlank: allowsBlank)
        addParts(property, entity, allowsBlank: allowsBlank)
      }
    }
  }

  /// What the initialisers take, own and inherited.
  private static func initial(_ name: String, _ schema: Schema) -> [String: () -> Any] {
    var found: [String: () -> Any] = [:]
    for case let attribute as Schema.Attribute in schema.entitiesByName[name]?.properties ?? [] {
      if let value = attribute.initialValue { found[attribute.name] = value }
    }
    return found
  }

  private mutating func add(_ property: DefaultValues.Property, _ entity: EntityMapping, allowsBlank: Bool) {
    let mappings = property.fields.compactMap { entity.fields[$0].attribute }
    let isNew = mappings.allSatisfy { $0.sourceField == nil }
    let isMissing = mappings.contains { $0.fill == .missing }
    // A struct whose shape changed: its new parts stand only where the rest does.
    if property.isNewIdentifier, isNew || isMissing, let field = property.fields.first {
      let name = entity.destination.fields[field].name
      newIdentifiers[entity.destination.name, default: []].insert(name)
      return
    }
    guard isNew || isMissing, mappings.allSatisfy({ $0.fill == .null || $0.fill == .missing }) else { return }
    let isNeeded = property.isMandatory && (isNew || isMissing)
    if let values = property.values, isNeeded || property.fields.count == 1 {
      set(values[...], property.fields, entity.destination)
    } else if isNeeded, allowsBlank, let blanks = property.blanks, !isMissing || property.fields.count > 1 {
      set(blanks[...], property.fields, entity.destination)
    } else if isNeeded, !isMissing {
      lacks.append(Lack(entity: entity, name: property.name, fields: property.fields, owner: []))
    }
  }

  /// New properties of a struct's type: rows that have such a struct need values for them.
  private mutating func addParts(_ property: DefaultValues.Property, _ entity: EntityMapping, allowsBlank: Bool) {
    func source(_ place: Int) -> Int? { entity.fields[property.fields[place]].attribute?.sourceField }
    for part in property.parts where part.own.allSatisfy({ source($0) == nil }) {
      let owner = part.surrounding.compactMap { place in
        source(place).map { (destination: property.fields[place], source: $0) }
      }
      guard !owner.isEmpty else { continue }
      let candidates = [property.values, allowsBlank ? property.blanks : nil].compactMap { $0.map { $0[part.own] } }
      if let known = candidates.first(where: { $0.contains { $0 != .null } }) {
        set(known, part.own.map { property.fields[$0] }, entity.destination)
      } else {
        lacks.append(Lack(entity: entity, name: part.name, fields: part.own.map { property.fields[$0] }, owner: owner))
      }
    }
  }

  private mutating func set(
    _ stored: ArraySlice<StoredValue>, _ fields: [Int], _ entity: ResolvedEntity
  ) {
    for (number, value) in zip(fields, stored) {
      let field = entity.fields[number]
      guard let attribute = field.attribute, let value = AttributeValue(value, as: attribute.type) else { continue }
      values[entity.name, default: [:]][field.name] = value
    }
  }
}

extension AttributeValue {
  /// `nil` for no value.
  fileprivate init?(_ value: StoredValue, as type: AttributeType) {
    switch (value, type) {
    case (.integer(let integer), .boolean): self = .boolean(integer != 0)
    case (.integer(let integer), _): self = .integer(integer)
    case (.real(let real), .date): self = .date(Date(timeIntervalSinceReferenceDate: real))
    case (.real(let real), _): self = .double(real)
    case (.text(let text), .uri): self = .uri(text)
    case (.text(let text), .decimal):
      guard let decimal = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")) else { return nil }
      self = .decimal(decimal)
    case (.text(let text), _): self = .string(text)
    case (.blob(let data), .uuid):
      guard data.count == 16 else { return nil }
      self = .uuid(data.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) })
    case (.blob(let data), _): self = .data(data)
    case (.null, _), (.reference, _): return nil
    }
  }
}
