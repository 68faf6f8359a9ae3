/// One attribute of an entity, or one element of a composite.
package struct AttributeDescription: Hashable, Sendable, Codable {
  package var name: String
  package var type: AttributeType
  package var isOptional: Bool
  package var isTransient: Bool
  package var isReadOnly: Bool
  package var renamingIdentifier: String?
  package var versionHashModifier: String?
  package var defaultValue: AttributeValue?
  package var validation: AttributeValidation
  /// `usesScalarValueType`: Xcode's generated class declares `Int16` rather than `NSNumber`. `nil` when not said.
  package var usesScalarValueType: Bool?
  package var valueTransformerName: String?
  /// The class of a transformable's value (`customClassName`, `NSAttributeValueClassName`).
  package var valueClassName: String?
  package var allowsExternalStorage: Bool
  package var preservesValueOnDeletion: Bool
  package var allowsCloudEncryption: Bool
  package var isSpotlightIndexed: Bool
  package var isStoredInTruthFile: Bool
  /// The "Indexed" checkbox of models older than Xcode 9.
  package var isIndexed: Bool
  package var isSyncable: Bool
  package var derivation: DerivationDescription?
  /// The named composite type (`composite="Address"`), when the type is `.composite`.
  package var compositeName: String?
  /// The elements of a composite, in declared order; nested composites carry theirs.
  package var elements: [AttributeDescription]
  package var userInfo: UserInfo
  /// What the model's XML says beyond this description.
  package var remainder: SourceRemainder

  package init(
    name: String, type: AttributeType, isOptional: Bool = false, isTransient: Bool = false, isReadOnly: Bool = false,
    renamingIdentifier: String? = nil, versionHashModifier: String? = nil, defaultValue: AttributeValue? = nil,
    validation: AttributeValidation = AttributeValidation(), usesScalarValueType: Bool? = nil,
    valueTransformerName: String? = nil, valueClassName: String? = nil, allowsExternalStorage: Bool = false,
    preservesValueOnDeletion: Bool = false, allowsCloudEncryption: Bool = false, isSpotlightIndexed: Bool = false,
    isStoredInTruthFile: Bool = false, isIndexed: Bool = false, isSyncable: Bool = true,
    derivation: DerivationDescription? = nil, compositeName: String? = nil, elements: [AttributeDescription] = [],
    userInfo: UserInfo = UserInfo(), remainder: SourceRemainder = SourceRemainder()
  ) {
    self.name = name
    self.type = type
    self.isOptional = isOptional
    self.isTransient = isTransient
    self.isReadOnly = isReadOnly
    self.renamingIdentifier = renamingIdentifier
    self.versionHashModifier = versionHashModifier
    self.defaultValue = defaultValue
    self.validation = validation
    self.usesScalarValueType = usesScalarValueType
    self.valueTransformerName = valueTransformerName
    self.valueClassName = valueClassName
    self.allowsExternalStorage = allowsExternalStorage
    self.preservesValueOnDeletion = preservesValueOnDeletion
    self.allowsCloudEncryption = allowsCloudEncryption
    self.isSpotlightIndexed = isSpotlightIndexed
    self.isStoredInTruthFile = isStoredInTruthFile
    self.isIndexed = isIndexed
    self.isSyncable = isSyncable
    self.derivation = derivation
    self.compositeName = compositeName
    self.elements = elements
    self.userInfo = userInfo
    self.remainder = remainder
  }
}
