/// A stored property of a `@Model` class that is persisted.
package struct SourceProperty: Hashable, Sendable {
  /// The name without backticks.
  package var name: String
  /// The name as the source must spell it (`` `default` ``).
  package var spelling: String
  package var accessLevel: SourceAccessLevel
  /// The declared type without a trailing `?`, or the type that a literal default has; `nil` when the source does not say.
  package var typeText: String?
  /// Whether `typeText` was taken from the default value, since no annotation is there.
  package var isTypeInferred: Bool
  /// `T?`, `T!` or `Optional<T>`.
  package var isOptional: Bool
  package var defaultText: String?
  /// The default argument of an initialiser's parameter that is assigned to the property.
  package var initializerDefault: SourceArgument?
  package var attribute: SourceAttribute?
  package var relationship: SourceRelationship?

  package var isTransformable: Bool { attribute?.option(named: "transformable") != nil }

  package init(
    name: String, spelling: String? = nil, accessLevel: SourceAccessLevel = .internal, typeText: String?,
    isTypeInferred: Bool = false, isOptional: Bool = false, defaultText: String? = nil,
    attribute: SourceAttribute? = nil, relationship: SourceRelationship? = nil
  ) {
    self.name = name
    self.spelling = spelling ?? name
    self.accessLevel = accessLevel
    self.typeText = typeText
    self.isTypeInferred = isTypeInferred
    self.isOptional = isOptional
    self.defaultText = defaultText
    self.attribute = attribute
    self.relationship = relationship
  }
}

/// A property of a `@Model` class that is not persisted.
package struct SourceUnpersistedProperty: Hashable, Sendable {
  package enum Reason: String, Hashable, Sendable {
    case transient, computed, lazy
  }

  package var name: String
  package var typeText: String?
  package var reason: Reason

  package init(name: String, typeText: String?, reason: Reason) {
    self.name = name
    self.typeText = typeText
    self.reason = reason
  }
}
