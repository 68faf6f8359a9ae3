/// A fetch request stored in a model: a template with a name, or the request of a fetched property.
package struct FetchTemplateDescription: Hashable, Sendable, Codable {
  package var name: String
  package var entityName: String
  package var predicate: String?
  package var fetchLimit: Int
  package var fetchBatchSize: Int
  /// The remaining settings under the names of the XML (`resultType`, `includeSubentities`, `returnObjectsAsFaults`, …).
  package var options: [String: String]
  /// What the model's XML says beyond this description.
  package var remainder: SourceRemainder

  package init(
    name: String, entityName: String, predicate: String? = nil, fetchLimit: Int = 0, fetchBatchSize: Int = 0,
    options: [String: String] = [:], remainder: SourceRemainder = SourceRemainder()
  ) {
    self.name = name
    self.entityName = entityName
    self.predicate = predicate
    self.fetchLimit = fetchLimit
    self.fetchBatchSize = fetchBatchSize
    self.options = options
    self.remainder = remainder
  }
}
