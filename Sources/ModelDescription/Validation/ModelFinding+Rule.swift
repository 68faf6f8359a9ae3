extension ModelFinding {
  package enum Rule: String, Hashable, Sendable, CaseIterable {
    // Names look nothing up, or two things.
    case emptyName
    case duplicateEntity
    case duplicateProperty
    case entityNamesDifferInCase
    case reservedName
    // What the model refers to is not there.
    case unknownParent
    case parentCycle
    case inheritanceTooDeep
    case missingDestination
    case danglingInverse
    case missingDerivation
    // Odd, but a store is the same as Apple's frameworks make it.
    case inverseMismatch
    case inheritedProperty
    case propertyNamesDifferInCase
    case unknownDerivation
    case countBounds
    case validationBounds
    case defaultOutOfRange
    case defaultOutOfBounds
    case unknownConstraintProperty
    case unknownIndexProperty
    case unknownConfigurationEntity
    case missingType

    package var severity: Severity {
      switch self {
      case .emptyName, .duplicateEntity, .duplicateProperty, .entityNamesDifferInCase, .reservedName, .unknownParent,
        .parentCycle, .inheritanceTooDeep, .missingDestination, .danglingInverse, .missingDerivation:
        .error
      case .inverseMismatch, .inheritedProperty, .propertyNamesDifferInCase, .unknownDerivation, .countBounds,
        .validationBounds, .defaultOutOfRange, .defaultOutOfBounds, .unknownConstraintProperty, .unknownIndexProperty,
        .unknownConfigurationEntity, .missingType:
        .warning
      }
    }
  }
}
