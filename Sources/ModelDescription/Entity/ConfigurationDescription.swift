/// A named subset of a model's entities, for a store of its own.
package struct ConfigurationDescription: Hashable, Sendable, Codable {
  package var name: String
  package var entityNames: [String]
  package var isUsedWithCloudKit: Bool

  package init(name: String, entityNames: [String], isUsedWithCloudKit: Bool = false) {
    self.name = name
    self.entityNames = entityNames
    self.isUsedWithCloudKit = isUsedWithCloudKit
  }
}
