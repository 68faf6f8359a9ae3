/// The XML attributes that Xcode's model editor writes, in its order (those that real models use; the
/// orders are those that no real model contradicts).
///
/// Names that begin with `causeway` are ours: for facts of archived models that Xcode's vocabulary has no word for.
enum Vocabulary {
  static let entity = [
    "name", "representedClassName", "isAbstract", "parentEntity", "elementID", "versionHashModifier", "syncable",
    "codeGenerationType", "coreSpotlightDisplayNameExpression",
  ]
  static let attribute = [
    "name", "optional", "transient", "readOnly", "attributeType", "allowsExternalBinaryDataStorage",
    "allowsCloudEncryption", "composite", "minDateTimeInterval", "maxDateTimeInterval", "defaultDateTimeInterval",
    "derived", "derivationExpression", "minValueString", "maxValueString", "defaultValueString",
    "regularExpressionString", "renamingIdentifier", "storedInTruthFile", "usesScalarValueType", "indexed", "elementID",
    "preserveAfterDeletion", "spotlightIndexingEnabled", "valueTransformerName", "customClassName", "syncable",
    "versionHashModifier", "causewayFilter",
  ]
  static let relationship = [
    "name", "optional", "transient", "readOnly", "toMany", "minCount", "maxCount", "deletionRule", "deleteRule",
    "ordered", "destinationEntity", "inverseName", "inverseEntity", "elementID", "indexed", "spotlightIndexingEnabled",
    "storedInTruthFile", "syncable", "versionHashModifier",
  ]
  static let fetchedProperty = ["name", "optional", "syncable"]
  static let fetchRequest = ["name", "entity", "predicateString", "fetchLimit", "fetchBatchSize"]
  static let requestOptions = [
    "resultType", "includeSubentities", "includePropertyValues", "includesPendingChanges", "returnObjectsAsFaults",
    "returnDistinctResults",
  ]
  static let fetchIndex = ["name", "partialIndexPredicate"]
  static let fetchIndexElement = ["property", "expression", "type", "order"]
  static let configuration = ["name", "usedWithCloudKit"]
  static let composite = ["name", "causewayInline"]
  /// Everything that `<model>` says about the file rather than about the model; all of it is kept.
  static let model = [
    "name", "type", "documentVersion", "lastSavedToolsVersion", "systemVersion", "minimumToolsVersion",
    "sourceLanguage", "usedWithCloudKit", "usedWithSwiftData", "userDefinedModelVersionIdentifier", "macOSVersion",
    "iOSVersion",
  ]

  /// The validation predicate of that number, one that is neither a bound nor a length nor a pattern.
  static func validationPredicate(_ number: Int) -> String { "causewayPredicate\(number)" }

  /// The version identifier of that number, from the second on.
  static func versionIdentifier(_ number: Int) -> String { "causewayVersionIdentifier\(number)" }

  static func isKnown(_ name: String, in names: [String]) -> Bool {
    names.contains(name)
      || ["causewayPredicate", "causewayVersionIdentifier"].contains { name.hasPrefix($0) && $0.count < name.count }
  }
}
