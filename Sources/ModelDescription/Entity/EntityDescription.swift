/// One entity, with its own properties only; inherited ones are found through `ResolvedModel`.
package struct EntityDescription: Hashable, Sendable, Codable {
  package var name: String
  package var superentityName: String?
  package var isAbstract: Bool
  /// The class that Core Data instantiates (`representedClassName`); `nil` means `NSManagedObject`.
  package var className: String?
  package var codeGeneration: CodeGeneration
  /// The former name (`elementID`), when the entity was renamed.
  package var renamingIdentifier: String?
  package var versionHashModifier: String?
  package var isSyncable: Bool
  /// The expression that names an object in Spotlight.
  package var spotlightDisplayName: String?
  package var attributes: [AttributeDescription]
  package var relationships: [RelationshipDescription]
  package var fetchedProperties: [FetchedPropertyDescription]
  /// Property names of each constraint, in declared order.
  package var uniquenessConstraints: [[String]]
  package var indexes: [FetchIndexDescription]
  /// Compound indexes of models older than Xcode 9.
  package var compoundIndexes: [[String]]
  package var userInfo: UserInfo
  /// What the model's XML says beyond this description.
  package var remainder: SourceRemainder

  /// What Xcode writes for the entity's class.
  package enum CodeGeneration: String, Hashable, Sendable, Codable {
    case manual, `class`, category
  }

  package init(
    name: String, superentityName: String? = nil, isAbstract: Bool = false, className: String? = nil,
    codeGeneration: CodeGeneration = .manual, renamingIdentifier: String? = nil, versionHashModifier: String? = nil,
    isSyncable: Bool = true, spotlightDisplayName: String? = nil, attributes: [AttributeDescription] = [],
    relationships: [RelationshipDescription] = [], fetchedProperties: [FetchedPropertyDescription] = [],
    uniquenessConstraints: [[String]] = [], indexes: [FetchIndexDescription] = [],
    compoundIndexes: [[String]] = [], userInfo: UserInfo = UserInfo(), remainder: SourceRemainder = SourceRemainder()
  ) {
    self.name = name
    self.superentityName = superentityName
    self.isAbstract = isAbstract
    self.className = className
    self.codeGeneration = codeGeneration
    self.renamingIdentifier = renamingIdentifier
    self.versionHashModifier = versionHashModifier
    self.isSyncable = isSyncable
    self.spotlightDisplayName = spotlightDisplayName
    self.attributes = attributes
    self.relationships = relationships
    self.fetchedProperties = fetchedProperties
    self.uniquenessConstraints = uniquenessConstraints
    self.indexes = indexes
    self.compoundIndexes = compoundIndexes
    self.userInfo = userInfo
    self.remainder = remainder
  }
}
