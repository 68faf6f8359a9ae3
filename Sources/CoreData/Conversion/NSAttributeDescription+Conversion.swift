import Foundation
import ModelDescription

extension NSAttributeDescription {
  /// The class instance for an attribute of a model.
  static func make(_ description: AttributeDescription) -> NSAttributeDescription {
    let attribute: NSAttributeDescription
    if let derivation = description.derivation {
      let derived = NSDerivedAttributeDescription()
      derived.derivationExpression = ModelText.expression(derivation.expression)
      derived.originalExpression = derivation.expression
      attribute = derived
    } else if description.type == .composite {
      let composite = NSCompositeAttributeDescription()
      composite.elements = description.elements.map { make($0) }
      attribute = composite
    } else {
      attribute = NSAttributeDescription()
    }
    attribute.take(description)
    return attribute
  }

  private func take(_ description: AttributeDescription) {
    take(
      name: description.name, isOptional: description.isOptional, isTransient: description.isTransient,
      renamingIdentifier: description.renamingIdentifier, versionHashModifier: description.versionHashModifier,
      isIndexed: description.isIndexed, isSpotlightIndexed: description.isSpotlightIndexed,
      isStoredInTruthFile: description.isStoredInTruthFile, userInfo: description.userInfo)
    attributeType = NSAttributeType(description.type)
    attributeValueClassName = description.valueClassName
    valueTransformerName = description.valueTransformerName
    allowsExternalBinaryDataStorage = description.allowsExternalStorage
    preservesValueInHistoryOnDeletion = description.preservesValueOnDeletion
    allowsCloudEncryption = description.allowsCloudEncryption
    defaultValue = description.defaultValue?.any
    originalDefault = description.defaultValue
    let made = ValidationPredicates.predicates(description.validation, isDate: description.type == .date)
    setValidation(made.predicates, warnings: made.codes)
    originalValidation = description.validation
    origin = description
  }

  /// The attribute as a value.
  ///
  /// - Throws: `ModelError` for a default that is not of the attribute's type, or a composite element of another kind.
  func attributeDescription() throws -> AttributeDescription {
    var result = shapeDescription()
    result.defaultValue = originalDefault
    if originalDefault == nil, let defaultValue, result.type.canHaveDefault {
      guard let value = AttributeValue(defaultValue, for: result.type) else {
        throw ModelError(
          "the default value \(defaultValue) is a \(Swift.type(of: defaultValue)), which is no value of an attribute of type "
            + "\(result.type)", entity: owner?.name, property: name)
      }
      result.defaultValue = value
    }
    result.validation =
      originalValidation ?? ValidationPredicates.validation(validationPredicates, for: result.type)
    if let composite = self as? NSCompositeAttributeDescription {
      result.elements = try composite.elements.map { try $0.attributeDescription() }
    }
    return result
  }

  /// The attribute without default and bounds, which no hash contains.
  func shapeDescription() -> AttributeDescription {
    let facts = PropertyFacts(self)
    var result = origin ?? AttributeDescription(name: name, type: .undefined)
    result.name = facts.name
    result.type = attributeType.inDescription
    result.isOptional = facts.isOptional
    result.isTransient = facts.isTransient
    result.renamingIdentifier = facts.renamingIdentifier
    result.versionHashModifier = facts.versionHashModifier
    result.isIndexed = facts.isIndexed
    result.isSpotlightIndexed = facts.isSpotlightIndexed
    result.isStoredInTruthFile = facts.isStoredInTruthFile
    result.userInfo = facts.userInfo
    result.valueTransformerName = valueTransformerName
    result.valueClassName = givenClassName
    result.allowsExternalStorage = allowsExternalBinaryDataStorage
    result.preservesValueOnDeletion = preservesValueInHistoryOnDeletion
    result.allowsCloudEncryption = allowsCloudEncryption
    if let derived = self as? NSDerivedAttributeDescription {
      // Derived attributes are read-only in models (CoreDataPlus).
      if origin == nil { result.isReadOnly = true }
      let text = derived.originalExpression ?? derived.derivationExpression.map { ModelText.text($0) }
      result.derivation = text.map { DerivationDescription(expression: $0, filter: origin?.derivation?.filter) }
    }
    if let composite = self as? NSCompositeAttributeDescription {
      result.elements = composite.elements.map { $0.shapeDescription() }
    }
    return result
  }
}

extension AttributeType {
  /// Others have defaults in code only: no model file holds an object of an app's own class.
  fileprivate var canHaveDefault: Bool {
    switch self {
    case .undefined, .transformable, .objectID, .composite: false
    default: true
    }
  }
}
