import Foundation
import ModelDescription
import QueryModel
package import StoreContract

/// What the fields of a row have when nobody says anything: the values that a class declares for its properties, as a save
/// would write them.
package struct DefaultValues {
  private let classes: ClassTable
  private let plan: SavePlan

  package init(_ classes: ClassTable) throws {
    self.classes = classes
    // Nothing is asked of the store: a plan of no changes turns values into those of columns.
    plan = try SavePlan(ObjectContext(store: RowlessStore(classes.model), classes: classes))
  }

  /// What one property's fields have.
  package struct Property {
    /// The class's name of it.
    package let name: String
    /// A row without a value would be a lack.
    package let isMandatory: Bool
    package let fields: [Int]
    /// In the order of the fields; `nil` when neither the class nor the caller says a value.
    package let values: [StoredValue]?
    /// Zero, empty, false or a first case, in the same order; `nil` when the type has no such value.
    package let blanks: [StoredValue]?
    /// The value is a UUID, and another one each time it is asked for.
    package let isNewIdentifier: Bool
    /// The stored properties of a struct that it cannot be read without, and those of structs in it.
    package let parts: [Part]
  }

  /// A stored property of a struct.
  package struct Part {
    /// With the properties that it is in, as `price.amount`.
    package let name: String
    /// Its places among the property's fields, and those of the struct that it belongs to.
    package let own: Range<Int>
    package let surrounding: Range<Int>
  }

  /// The attributes of the entity's own class, inherited ones included; none for an entity without a class.
  ///
  /// - Parameter initial: values for properties that declare none, by the class's names.
  package func properties(ofEntity number: Int, initial: [String: () -> Any] = [:]) -> [Property] {
    guard let binding = classes.binding(ofEntity: number), binding.entity.number == number else { return [] }
    return binding.slots.indices.compactMap { slot in
      let property = binding.slots[slot]
      guard property.relationship == nil, !property.fields.isEmpty, !property.isDerived else { return nil }
      let value = {
        values(binding, slot, setting: nil) ?? initial[property.name].flatMap { values(binding, slot, setting: $0()) }
      }
      let (first, second) = (value(), value())
      let blank = property.type.zeroValue
      return Property(
        name: property.name, isMandatory: !property.type.isOptional, fields: property.fields,
        values: first, blanks: blank.flatMap { values(binding, slot, setting: $0) },
        isNewIdentifier: property.type.wrapped == UUID.self && first != nil && first != second,
        parts: Self.parts(of: property))
    }
  }

  /// Of a struct whose properties have columns of their own: none of one that is kept in a single column, as bytes.
  private static func parts(of property: SlotBinding) -> [Part] {
    guard property.field == nil, let shape = try? property.type.shape.get(), shape.fieldCount == property.fields.count
    else { return [] }
    return shape.mandatoryParts(below: property.name)
  }

  /// - Parameter value: `nil` leaves what a blank object of the class has.
  private func values(_ binding: ClassBinding, _ slot: Int, setting value: Any?) -> [StoredValue]? {
    let object = binding.source.blank()
    return withExtendedLifetime(object) {
      let state = object._$ref
      if let value {
        func set<T>(_ value: T) { state._$setAny(slot, value) }
        _openExistential(value, do: set)
      }
      let fields = binding.slots[slot].fields
      if binding.slots[slot].field != nil {
        guard let value = try? plan.value(state, slot, binding), value != .null else { return nil }
        return [value]
      }
      guard let found = try? plan.composite(state, slot, binding), found.map(\.field) == fields,
        found.contains(where: { $0.value != .null })
      else { return nil }
      return found.map(\.value)
    }
  }
}

extension ObjectPropertyType {
  /// What a mandatory property reads as that has no value.
  fileprivate var zeroValue: Any? {
    switch kind {
    case .scalar: (wrapped as? any _SlotScalar.Type)?._load(0)
    case .string: ""
    case .box: zeroBox?.any
    case .toOne, .toMany: nil
    }
  }
}

extension ValueShape {
  /// What a value of this shape cannot be read without, beginning at the field `start`.
  func mandatoryParts(below name: String, from start: Int = 0) -> [DefaultValues.Part] {
    guard case .structure(let elements) = self else { return [] }
    let surrounding = start..<start + fieldCount
    var parts: [DefaultValues.Part] = []
    var next = start
    for element in elements {
      let own = next..<next + element.shape.fieldCount
      let place = "\(name).\(element.name)"
      if !element.isOptional, !element.shape.canBeEmpty {
        parts.append(DefaultValues.Part(name: place, own: own, surrounding: surrounding))
      }
      parts += element.shape.mandatoryParts(below: place, from: next)
      next = own.upperBound
    }
    return parts
  }
}

/// A store of a model that has no rows and takes none.
private final class RowlessStore: ObjectStore {
  let model: ResolvedModel
  let identifier = ""
  let isReadOnly = true

  init(_ model: ResolvedModel) { self.model = model }

  func fetch(_ request: FetchRequest, _ body: (RowCursor) throws -> Void) throws {}
  func count(_ request: FetchRequest) throws -> Int { 0 }
  func rows(_ keys: [Int64], of entity: Int, _ body: (RowCursor) throws -> Void) throws {}
  func related(
    _ relationship: String, of entity: Int, owners: [Int64], _ body: (_ owner: Int64, RowCursor) throws -> Void
  ) throws {}
  func rows(of entity: Int, fields: [Int], holding tuples: [[StoredValue]]) throws -> [RowVersion?] {
    tuples.map { _ in nil }
  }
  func save(_ request: SaveRequest) throws -> SaveResult {
    throw StoreError(.unsupported, "This store takes no rows.")
  }
}
