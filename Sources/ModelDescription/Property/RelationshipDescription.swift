/// One end of a relationship.
package struct RelationshipDescription: Hashable, Sendable, Codable {
  package var name: String
  package var destinationEntityName: String
  package var inverseName: String?
  /// The entity that the inverse is declared on, when the model says it; normally the destination or its ancestor.
  package var inverseEntityName: String?
  package var isOptional: Bool
  package var isTransient: Bool
  package var isReadOnly: Bool
  package var isToMany: Bool
  package var isOrdered: Bool
  package var minimumCount: Int
  /// 1 for a to-one; 0 for an unlimited to-many, as model files say it.
  package var maximumCount: Int
  package var deleteRule: DeleteRule
  package var renamingIdentifier: String?
  package var versionHashModifier: String?
  package var isSpotlightIndexed: Bool
  package var isStoredInTruthFile: Bool
  package var isIndexed: Bool
  package var isSyncable: Bool
  package var userInfo: UserInfo
  /// What the model's XML says beyond this description.
  package var remainder: SourceRemainder

  /// Raw values are those of the public `NSDeleteRule`.
  package enum DeleteRule: Int, Hashable, Sendable, Codable {
    case noAction = 0
    case nullify = 1
    case cascade = 2
    case deny = 3
  }

  package init(
    name: String, destinationEntityName: String, inverseName: String? = nil, inverseEntityName: String? = nil,
    isOptional: Bool = true, isTransient: Bool = false, isReadOnly: Bool = false, isToMany: Bool,
    isOrdered: Bool = false, minimumCount: Int = 0, maximumCount: Int? = nil, deleteRule: DeleteRule = .nullify,
    renamingIdentifier: String? = nil, versionHashModifier: String? = nil, isSpotlightIndexed: Bool = false,
    isStoredInTruthFile: Bool = false, isIndexed: Bool = false, isSyncable: Bool = true,
    userInfo: UserInfo = UserInfo(), remainder: SourceRemainder = SourceRemainder()
  ) {
    self.name = name
    self.destinationEntityName = destinationEntityName
    self.inverseName = inverseName
    self.inverseEntityName = inverseEntityName
    self.isOptional = isOptional
    self.isTransient = isTransient
    self.isReadOnly = isReadOnly
    self.isToMany = isToMany
    self.isOrdered = isOrdered
    self.minimumCount = minimumCount
    self.maximumCount = maximumCount ?? (isToMany ? 0 : 1)
    self.deleteRule = deleteRule
    self.renamingIdentifier = renamingIdentifier
    self.versionHashModifier = versionHashModifier
    self.isSpotlightIndexed = isSpotlightIndexed
    self.isStoredInTruthFile = isStoredInTruthFile
    self.isIndexed = isIndexed
    self.isSyncable = isSyncable
    self.userInfo = userInfo
    self.remainder = remainder
  }
}
