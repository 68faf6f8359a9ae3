import ModelDescription

/// What a model that is mirrored to CloudKit may not say.
///
/// Known from Apple's documentation, "Creating a Core Data model for CloudKit".
enum CloudKitRules {
  static func objection(to attribute: AttributeDescription) -> String? {
    if attribute.isTransient { return nil }
    if [.undefined, .objectID].contains(attribute.type) {
      return "attributes of type \(attribute.type.words) are not mirrored"
    }
    // A derived value is computed on each device.
    guard attribute.derivation == nil else { return nil }
    if attribute.type == .composite {
      return attribute.elements.lazy.compactMap { element in
        objection(to: element).map { "its element \(element.name): \($0)" }
      }.first
    }
    guard !attribute.isOptional, attribute.defaultValue == nil else { return nil }
    return "a mirrored attribute must be optional or have a default value"
  }

  static func objection(to relationship: RelationshipDescription) -> String? {
    if relationship.isTransient { return nil }
    if !relationship.isOptional { return "a mirrored relationship must be optional" }
    if relationship.inverseName == nil { return "a mirrored relationship must have an inverse" }
    if relationship.deleteRule == .deny { return "the delete rule deny is not mirrored" }
    if relationship.isToMany, relationship.isOrdered { return "ordered relationships are not mirrored" }
    return nil
  }

  static func objection(to entity: EntityDescription) -> String? {
    uniqueness(of: entity)
      ?? entity.attributes.lazy.compactMap { attribute in
        objection(to: attribute).map { "\(attribute.name): \($0)" }
      }.first
      ?? entity.relationships.lazy.compactMap { relationship in
        objection(to: relationship).map { "\(relationship.name): \($0)" }
      }.first
  }

  static func uniqueness(of entity: EntityDescription) -> String? {
    entity.uniquenessConstraints.isEmpty ? nil : "uniqueness constraints are not mirrored"
  }

  /// The field of a record that holds values of a type ("Reading CloudKit records for Core Data").
  static func field(_ type: AttributeType) -> String? {
    switch type {
    case .integer16, .integer32, .integer64, .boolean: "Int(64)"
    case .double, .float, .decimal: "Double"
    case .date: "Date/Time"
    case .string, .uri, .uuid: "String"
    case .binary, .transformable: "Bytes"
    case .composite, .undefined, .objectID: nil
    }
  }
}
