/// The XML that Xcode's model editor writes, as far as it carries meaning (USAGE.md section 5.1 lists what is in use).
enum Vocabulary {
  static let entity: Set<String> = [
    "name", "representedClassName", "codeGenerationType", "isAbstract", "parentEntity", "syncable", "elementID",
    "versionHashModifier", "coreSpotlightDisplayNameExpression",
  ]
  static let attribute: Set<String> = [
    "name", "optional", "transient", "attributeType", "defaultValueString", "defaultDateTimeInterval",
    "usesScalarValueType", "valueTransformerName", "customClassName", "allowsExternalBinaryDataStorage",
    "allowsCloudEncryption", "preserveAfterDeletion", "spotlightIndexingEnabled", "storedInTruthFile", "indexed",
    "minValueString", "maxValueString", "minDateTimeInterval", "maxDateTimeInterval", "regularExpressionString",
    "derived", "derivationExpression", "composite", "elementID", "renamingIdentifier", "versionHashModifier",
    "syncable", "readOnly",
  ]
  static let relationship: Set<String> = [
    "name", "optional", "toMany", "ordered", "minCount", "maxCount", "deletionRule", "deleteRule",
    "destinationEntity", "inverseName", "inverseEntity", "transient", "indexed", "spotlightIndexingEnabled",
    "elementID", "versionHashModifier", "storedInTruthFile", "syncable", "readOnly",
  ]
  /// Children of `<model>` that say nothing about the model itself: the editor's layout.
  static let layout: Set<String> = ["elements"]
}
