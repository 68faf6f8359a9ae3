import Foundation
package import ModelDescription
package import ObjectGraph

/// One property of an entity as its objects keep it: the type of its slot, and the way from and to key-value coding.
package final class ManagedProperty: @unchecked Sendable {
  // Unchecked because descriptions of a model in use do not change.
  // A class, so that looking at one takes no copy of all that it holds.

  package let name: String
  package let kind: Kind
  package let isTransient: Bool
  package let description: NSPropertyDescription
  package let type: any ObjectPropertyType
  /// The store computes the value.
  let isDerived: Bool

  package enum Kind: Hashable, Sendable {
    case attribute(AttributeType)
    case toOne
    case toMany(isOrdered: Bool)
  }

  var attribute: NSAttributeDescription? { description as? NSAttributeDescription }
  var relationship: NSRelationshipDescription? { description as? NSRelationshipDescription }

  var isToMany: Bool {
    if case .toMany = kind { true } else { false }
  }

  var isRelationship: Bool { kind == .toOne || isToMany }

  /// `nil` for properties that objects do not keep: fetched ones.
  init?(_ property: NSPropertyDescription) {
    name = property.name
    description = property
    isTransient = property.isTransient
    isDerived = property is NSDerivedAttributeDescription
    switch property {
    case let relationship as NSRelationshipDescription:
      kind = relationship.isToMany ? .toMany(isOrdered: relationship.isOrdered) : .toOne
      type = relationship.isToMany ? PropertyType<[NSManagedObject]?>() : PropertyType<NSManagedObject?>()
    case let attribute as NSAttributeDescription:
      let attributeType = attribute.attributeType.inDescription
      if attributeType == .composite {
        guard let composite = attribute as? NSCompositeAttributeDescription else { return nil }
        (kind, type) = (.attribute(.composite), CompositeType(composite))
        return
      }
      guard let type = Self.slotType(attributeType, isTransient: property.isTransient) else { return nil }
      kind = .attribute(attributeType)
      self.type = type
    default: return nil
    }
  }

  private static func slotType(_ type: AttributeType, isTransient: Bool) -> (any ObjectPropertyType)? {
    switch type {
    case .integer16, .integer32, .integer64: PropertyType<Int64?>()
    case .boolean: PropertyType<Bool?>()
    case .double: PropertyType<Double?>()
    case .float: PropertyType<Float?>()
    case .date: PropertyType<Date?>()
    case .string: PropertyType<String?>()
    case .decimal: PropertyType<Decimal?>()
    case .binary: PropertyType<Data?>()
    case .uuid: PropertyType<UUID?>()
    case .uri: PropertyType<URL?>()
    case .transformable: PropertyType<Any?>()
    case .undefined, .objectID: isTransient ? PropertyType<Any?>() : nil
    case .composite: nil
    }
  }

  // MARK: values

  /// A value in the form of the slot; `nil` when it does not fit the attribute's type.
  func stored(_ value: Any) -> Any? {
    guard case .attribute(let type) = kind else { return nil }
    switch type {
    case .transformable, .undefined, .objectID: return value
    case .composite: return (self.type as? CompositeType)?.fitted(value)
    default: break
    }
    switch AttributeValue(value, for: type) {
    case .boolean(let flag): return flag
    case .integer(let integer): return integer
    case .double(let real): return real
    case .float(let real): return real
    case .string(let text): return text
    case .date(let date): return date
    case .decimal(let decimal): return decimal
    case .data(let data): return data
    case .uuid(let uuid): return uuid
    case .uri(let text): return URL(string: text)
    case nil: return nil
    }
  }

  /// A slot's value in the form that Core Data's users see.
  static func shown(_ value: Any) -> Any {
    switch value {
    case let integer as Int64: SharedNumbers.number(integer)
    case let flag as Bool: SharedNumbers.number(flag)
    case let real as Double: NSNumber(value: real)
    case let real as Float: NSNumber(value: real)
    case let decimal as Decimal: NSDecimalNumber(decimal: decimal)
    default: value
    }
  }

  /// What key-value coding answers.
  func read(_ state: StateReference, _ slot: Int) -> Any? {
    state.ready(slot)
    switch kind {
    case .attribute(let type):
      switch type {
      case .integer16, .integer32, .integer64, .boolean, .double, .float: return number(state, slot, type)
      case .date:
        let place = state.at(slot, as: Slot.self)
        return place.pointee.tag == 0 ? nil : Date._load(place.pointee.word)
      case .string: return state.at(slot, as: String?.self).pointee
      case .decimal: return state._$any(slot, as: Decimal?.self).map { NSDecimalNumber(decimal: $0) }
      case .binary: return state._$any(slot, as: Data?.self)
      case .uuid: return state._$any(slot, as: UUID?.self)
      case .uri: return state._$any(slot, as: URL?.self)
      case .transformable, .undefined, .objectID, .composite: return state._$any(slot, as: Any?.self)
      }
    case .toOne: return state.reference(slot)
    case .toMany(let isOrdered):
      let members = (state.reference(slot) as? AnyMembers)?.objects ?? []
      return isOrdered ? NSOrderedSet(array: members) : NSSet(array: members)
    }
  }

  /// The same as an object of Foundation, which takes long to find for a value that is not known to be a text or a date.
  func readObject(_ state: StateReference, _ slot: Int) -> AnyObject? {
    state.ready(slot)
    switch kind {
    case .attribute(.string): return state.at(slot, as: String?.self).pointee.map { NSString(string: $0) }
    case .attribute(.date):
      let place = state.at(slot, as: Slot.self)
      if place.pointee.tag == 0 { return nil }
      return NSDate(timeIntervalSinceReferenceDate: Double(bitPattern: place.pointee.word))
    case .attribute(let type):
      switch type {
      case .integer16, .integer32, .integer64, .boolean, .double, .float: return number(state, slot, type)
      default: return read(state, slot).map { $0 as AnyObject }
      }
    case .toOne: return state.reference(slot)
    case .toMany: return read(state, slot).map { $0 as AnyObject }
    }
  }

  private func number(_ state: StateReference, _ slot: Int, _ type: AttributeType) -> NSNumber? {
    let value = state.at(slot, as: Slot.self).pointee
    if value.tag == 0 { return nil }
    return switch type {
    case .boolean: SharedNumbers.number(value.word != 0)
    case .double: NSNumber(value: Double(bitPattern: value.word))
    case .float: NSNumber(value: Float._load(value.word))
    default: SharedNumbers.number(Int64(bitPattern: value.word))
    }
  }

  /// The members of a to-many.
  func objects(_ state: StateReference, _ slot: Int) -> [NSManagedObject] {
    state.ready(slot)
    return ((state.reference(slot) as? AnyMembers)?.objects ?? []).compactMap { $0 as? NSManagedObject }
  }

  /// Gives the slot of an attribute a value of key-value coding.
  ///
  /// - Returns: whether the value fits the attribute's type; if not, nothing has changed.
  func set(_ value: Any, _ state: StateReference, _ slot: Int) -> Bool {
    guard case .attribute(let type) = kind else { return false }
    switch type.isSlotted ? AttributeValue(value, for: type) : nil {
    case .boolean(let flag): put(flag._word, state, slot)
    case .integer(let integer): put(integer._word, state, slot)
    case .double(let real): put(real._word, state, slot)
    case .float(let real): put(real._word, state, slot)
    case .date(let date): put(date._word, state, slot)
    case .string(let text):
      state.touch(slot)
      state.at(slot, as: String?.self).pointee = text
    case .decimal, .data, .uuid, .uri, nil:
      guard !type.isSlotted, let stored = stored(value) else { return false }
      write(stored, state, slot)
    }
    return true
  }

  private func put(_ word: UInt64, _ state: StateReference, _ slot: Int) {
    state.touch(slot)
    state.at(slot, as: Slot.self).pointee = Slot(word, 1)
  }

  /// Puts a value of the slot's form into the slot of an attribute.
  func write(_ value: Any?, _ state: StateReference, _ slot: Int) {
    state.touch(slot)
    let place = state.at(slot, as: Slot.self)
    switch type.kind {
    case .scalar:
      place.pointee = (value as? any _SlotScalar).map { Slot($0._word, 1) } ?? .empty
    case .string: state.at(slot, as: String?.self).pointee = value as? String
    case .box: state.at(slot, as: AnyObject?.self).pointee = value.flatMap { type.box(holding: $0) }
    case .toOne, .toMany: return
    }
  }
}

extension AttributeType {
  /// Values of the type lie in a slot as they are, in no box.
  fileprivate var isSlotted: Bool {
    switch self {
    case .integer16, .integer32, .integer64, .boolean, .double, .float, .date, .string: true
    case .decimal, .binary, .uuid, .uri, .transformable, .undefined, .objectID, .composite: false
    }
  }
}
