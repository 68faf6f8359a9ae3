/// Where a property of the destination gets its value from, as a mapping model's file says it.
package struct PropertyMappingDescription: Hashable, Sendable {
  package var name: String
  /// `nil` where it is generated.
  package var expression: MappingExpression?
  /// Of a relationship: the objects of the source whose successors it leads to, from `$source` on.
  package var sourceKeyPath: String?
  /// Of a relationship: the entity mapping that made the successors.
  package var sourceMappingName: String?
  package var userInfo: UserInfo

  package init(
    _ name: String, _ expression: MappingExpression? = nil, sourceKeyPath: String? = nil,
    sourceMappingName: String? = nil, userInfo: UserInfo = UserInfo()
  ) {
    self.name = name
    self.expression = expression
    self.sourceKeyPath = sourceKeyPath
    self.sourceMappingName = sourceMappingName
    self.userInfo = userInfo
  }
}
