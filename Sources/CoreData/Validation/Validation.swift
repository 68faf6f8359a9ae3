import Foundation
import FoundationAdditions
import ModelDescription
import ObjectGraph

/// What the model demands of an object's values, with Apple's codes and keys.
struct Validation {
  let object: NSManagedObject
  private var facts: EntityLayout { object.facts }
  private var entityName: String { facts.entity.name ?? "" }

  init(_ object: NSManagedObject) { self.object = object }

  // MARK: whole objects

  /// Checks all values, each through `validateValue(_:forKey:)` so that overrides have their say.
  ///
  /// - Throws: the error, or one with the code 1560 that holds several.
  func checkValues() throws {
    var errors: [any Error] = []
    let isPlain = Swift.type(of: object) == NSManagedObject.self
    for (slot, property) in facts.properties.enumerated() where !property.isDerived {
      // What nobody has read or changed is as it was saved; its transformer may not even be here.
      if property.kind == .attribute(.transformable), !object.isInserted, object._$ref.isClean(slot) { continue }
      do {
        if property.isToMany {
          try checkCount(property, slot)
        } else if isPlain {
          try check(property, property.read(object._$ref, slot))
        } else {
          try checkThroughObject(property, slot)
        }
      } catch {
        errors.append(error)
      }
    }
    try Self.throwAll(errors)
  }

  private func checkThroughObject(_ property: ManagedProperty, _ slot: Int) throws {
    let before = property.readObject(object._$ref, slot)
    var place = before
    try withUnsafeMutablePointer(to: &place) { pointer in
      try object.validateValue(AutoreleasingUnsafeMutablePointer(pointer), forKey: property.name)
    }
    if place !== before { object.setValue(place, forKey: property.name) }
  }

  func checkForDelete() throws {
    var errors: [any Error] = []
    for (slot, property) in facts.properties.enumerated() where property.relationship?.deleteRule == .denyDeleteRule {
      let others =
        property.isToMany
        ? object.members(slot) : (property.read(object._$ref, slot) as? NSManagedObject).map { [$0] } ?? []
      if others.contains(where: { !$0._$ref.isDeleted }) {
        errors.append(
          error(
            NSValidationRelationshipDeniedDeleteError, property,
            "cannot be deleted while the relationship has objects", value(property, slot)))
      }
    }
    try Self.throwAll(errors)
  }

  /// One error as it is, several as the details of one.
  ///
  /// A single one stays what an override threw: an error of the application is not the same as the `NSError` of it here.
  static func throwAll(_ errors: [any Error]) throws {
    guard let first = errors.first else { return }
    if errors.count == 1 { throw first }
    let flat = errors.map { $0 as NSError }.flatMap { error in
      error.code == NSValidationMultipleErrorsError
        ? error.userInfo[NSDetailedErrorsKey] as? [NSError] ?? [error] : [error]
    }
    throw CoreDataError.error(
      NSValidationMultipleErrorsError,
      "\(flat.count) values are not valid: " + flat.map(\.localizedDescription).joined(separator: " "),
      info: [NSDetailedErrorsKey: flat])
  }

  // MARK: values

  func check(_ value: AnyObject?, forKey key: String) throws {
    guard let slot = facts.slot(named: key) else { return }
    let property = facts.properties[slot]
    if property.isToMany { return try checkCount(property, slot) }
    try check(property, value.flatMap { $0 is NSNull ? nil : $0 as Any })
  }

  private func check(_ property: ManagedProperty, _ value: Any?) throws {
    guard let value else {
      if property.description.isOptional { return }
      throw error(NSValidationMissingMandatoryPropertyError, property, "is mandatory and has no value", nil)
    }
    if property.kind == .toOne {
      if (value as? NSManagedObject)?._$ref.isDeleted == true, !property.description.isOptional {
        throw error(
          NSValidationMissingMandatoryPropertyError, property, "is mandatory and its object is deleted", value)
      }
      return
    }
    try check(property, property.description, "", value)
  }

  /// - Parameter path: leads from the property to an element of it, with dots; empty for the property itself.
  private func check(
    _ property: ManagedProperty, _ description: NSPropertyDescription, _ path: String, _ value: Any
  ) throws {
    let predicates = description.validationPredicates
    if predicates.isEmpty, property.kind != .attribute(.composite) { return }
    if let composite = description as? NSCompositeAttributeDescription, let values = value as? [String: Any] {
      for element in composite.elements {
        let path = "\(path).\(element.name)"
        if let value = values[element.name] {
          try check(property, element, path, value)
        } else if !element.isOptional {
          throw error(
            NSValidationMissingMandatoryPropertyError, property, "is mandatory and has no value", nil, path: path)
        }
      }
    }
    if predicates.isEmpty { return }
    let warnings = description.validationWarnings
    for (index, predicate) in predicates.enumerated() {
      do {
        if try predicate.matches(value) { continue }
      } catch {
        // A broken predicate decides nothing, and nothing unchecked is to be saved.
        throw self.error(
          NSManagedObjectValidationError, property,
          "cannot be checked: its predicate \(predicate.formatText) is in error (\(error))", value, predicate,
          path: path)
      }
      let warning = warnings.indices.contains(index) ? warnings[index] : nil
      let code = (warning as? NSNumber)?.intValue ?? (warning as? Int) ?? NSManagedObjectValidationError
      throw error(
        code, property, (warning as? String) ?? "has a value that does not satisfy \(predicate.formatText)", value,
        predicate, path: path)
    }
  }

  /// A smallest count of 0 is none, also of a mandatory to-many (documentation of `NSRelationshipDescription`): SwiftData's
  /// classes have such relationships for `[Loan]`, which may be empty (iOS-ChefTime's store).
  private func checkCount(_ property: ManagedProperty, _ slot: Int) throws {
    guard let relationship = property.relationship, relationship.minCount > 0 || relationship.maxCount > 0 else {
      return
    }
    // Members that nobody has read are as they were saved.
    if object._$ref.isPending(slot) { return }
    let count = object.members(slot).filter { !$0._$ref.isDeleted }.count
    let least = relationship.minCount
    if count < least, !(count == 0 && relationship.isOptional) {
      throw error(
        NSValidationRelationshipLacksMinimumCountError, property,
        "has \(count) objects and wants at least \(least)", value(property, slot))
    }
    if relationship.maxCount > 0, count > relationship.maxCount {
      throw error(
        NSValidationRelationshipExceedsMaximumCountError, property,
        "has \(count) objects and takes at most \(relationship.maxCount)", value(property, slot))
    }
  }

  private func value(_ property: ManagedProperty, _ slot: Int) -> Any? { property.read(object._$ref, slot) }

  private func error(
    _ code: Int, _ property: ManagedProperty, _ text: String, _ value: Any?, _ predicate: NSPredicate? = nil,
    path: String = ""
  ) -> NSError {
    var info: [String: Any] = [NSValidationObjectErrorKey: object, NSValidationKeyErrorKey: property.name]
    if let value { info[NSValidationValueErrorKey] = value }
    if let predicate { info[NSValidationPredicateErrorKey] = predicate }
    return CoreDataError.error(code, "\(entityName).\(property.name)\(path) \(text).", info: info)
  }
}
