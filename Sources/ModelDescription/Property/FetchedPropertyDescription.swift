/// A weak, one-way relationship that a fetch request computes.
package struct FetchedPropertyDescription: Hashable, Sendable, Codable {
  package var name: String
  package var request: FetchTemplateDescription?
  package var isOptional: Bool
  package var isSyncable: Bool
  package var userInfo: UserInfo
  /// What the model's XML says beyond this description.
  package var remainder: SourceRemainder

  package init(
    name: String, request: FetchTemplateDescription?, isOptional: Bool = true, isSyncable: Bool = true,
    userInfo: UserInfo = UserInfo(), remainder: SourceRemainder = SourceRemainder()
  ) {
    self.name = name
    self.request = request
    self.isOptional = isOptional
    self.isSyncable = isSyncable
    self.userInfo = userInfo
    self.remainder = remainder
  }
}
