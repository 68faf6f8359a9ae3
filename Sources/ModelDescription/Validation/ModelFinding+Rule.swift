extension ModelFinding {
  package enum Rule: String, Hashable, Sendable, CaseIterable {
    // Names look nothing up, or two things.
    case emptyName
    case duplicateEntity
    case duplicateProperty
    case inheritedProperty
    case entityNamesDifferInCase
    case reservedName
    // What the model refers to is not there.
    case unknownParent
    case parentCycle
    case inheritanceTooDeep
    case missingDestination
    case danglingInverse
    case missingDerivation
    case defaultOutOfRange
    // Odd, but a store is the same as Apple's frameworks make it.
    case inverseMismatch
    case propertyNamesDifferInCase
    case unknownDerivation
    case countBounds
    case validationBounds
    case defaultOutOfBounds
    case unknownConstraintProperty
    case unknownIndexProperty
    case unknownConfigurationEntity
    case missingType

    package var severity: Severity {
      switch self {
      case .emptyName, .duplicateEntity, .duplicateProperty, .inheritedProperty, .entityNamesDifferInCase,
        .reservedName, .unknownParent, .parentCycle, .inheritanceTooDeep, .missingDestination, .danglingInverse,

        .missingDerivation, .defaultOutOfRange:
        .error
      case .inverseMismatch, .propertyNamesDifferInCase, .unknownDerivation, .countBounds, .validationBounds,
        .defaultOutOfBounds,
        .unknownConstraintProperty, .unknownIndexProperty, .unknownConfigurationEntity, .missingType:
        .warning
      }
    }
  }
}
