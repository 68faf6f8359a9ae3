/// A named subset of a model's entities, for a store of its own.
package struct ConfigurationDescription: Hashable, Sendable, Codable {
  package var name: String
  package var entityNames: [String]
  package var isUsedWithCloudKit: Bool
  /// What the model's XML says beyond this description.
  package var remainder: SourceRemainder

  package init(
    name: String, entityNames: [String], isUsedWithCloudKit: Bool = false,
    remainder: SourceRemainder = SourceRemainder()
  ) {
    self.name = name
    self.entityNames = entityNames
    self.isUsedWithCloudKit = isUsedWithCloudKit
    self.remainder = remainder
  }
}
