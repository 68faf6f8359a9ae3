/// What becomes of the objects of one entity, as a mapping model's file says it.
package struct EntityMappingDescription: Hashable, Sendable {
  /// `nil` where the file leaves it to follow from the entities.
  package var name: String?
  /// `nil` for an entity that the source does not have.
  package var sourceEntityName: String?
  /// `nil` for one that the destination does not have.
  package var destinationEntityName: String?
  /// `nil` where it follows from the entities: Xcode writes `Undefined`.
  package var kind: Kind?
  /// The class whose code migrates the objects.
  package var policyClassName: String?
  /// Which objects of the source entity, as a predicate's format.
  package var sourceFilter: String?
  /// The objects themselves, where the modeller wrote an expression for them.
  package var sourceExpression: MappingExpression?
  package var attributes: [PropertyMappingDescription]
  package var relationships: [PropertyMappingDescription]
  package var userInfo: UserInfo

  /// By the words of the file, which are those of `NSEntityMappingType`.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case custom = "Custom"
    case add = "Add"
    case remove = "Remove"
    case copy = "Copy"
    case transform = "Transform"
  }

  package init(
    name: String? = nil, from sourceEntityName: String? = nil, to destinationEntityName: String? = nil,
    kind: Kind? = nil, policyClassName: String? = nil, sourceFilter: String? = nil,
    sourceExpression: MappingExpression? = nil, attributes: [PropertyMappingDescription] = [],
    relationships: [PropertyMappingDescription] = [], userInfo: UserInfo = UserInfo()
  ) {
    self.name = name
    self.sourceEntityName = sourceEntityName
    self.destinationEntityName = destinationEntityName
    self.kind = kind
    self.policyClassName = policyClassName
    self.sourceFilter = sourceFilter
    self.sourceExpression = sourceExpression
    self.attributes = attributes
    self.relationships = relationships
    self.userInfo = userInfo
  }

  /// Its name, else that of its entities: `NoteToAttachment`, or the one entity's.
  ///
  /// Known from UnCloudNotes: relationships there name the mapping `NoteToNote`, which itself has no name in the file.
  package var title: String {
    if let name, !name.isEmpty { return name }
    return [sourceEntityName, destinationEntityName].compactMap(\.self).joined(separator: "To")
  }
}
