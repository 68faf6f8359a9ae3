/// A managed object model as a value: everything an `.xcdatamodel`, a `.mom` or a store's cached model says.
///
/// Declaration order is kept where a file has one; nothing depends on it except writing the file back and the
/// numbering of suffixes that Apple's frameworks give to colliding columns. Expressions and predicates stay text.
package struct ModelDescription: Hashable, Sendable, Codable {
  package var entities: [EntityDescription]
  /// Named composite types (`<composite>`); attributes that use one carry its elements too.
  package var composites: [CompositeDescription]
  package var configurations: [ConfigurationDescription]
  package var fetchTemplates: [FetchTemplateDescription]
  /// `userDefinedModelVersionIdentifier`, or `NSVersionIdentifiers` of an archive; sorted.
  package var versionIdentifiers: [String]
  /// What the model's XML says beyond this description.
  package var remainder: SourceRemainder
  /// What the model's XML file says about itself; `nil` for a model from elsewhere.
  package var source: ModelSource?

  package init(
    entities: [EntityDescription] = [], composites: [CompositeDescription] = [],
    configurations: [ConfigurationDescription] = [], fetchTemplates: [FetchTemplateDescription] = [],
    versionIdentifiers: [String] = [], remainder: SourceRemainder = SourceRemainder(), source: ModelSource? = nil
  ) {
    self.entities = entities
    self.composites = composites
    self.configurations = configurations
    self.fetchTemplates = fetchTemplates
    self.versionIdentifiers = versionIdentifiers
    self.remainder = remainder
    self.source = source
  }

  /// The entity with that exact name. O(n); `ResolvedModel` has a table.
  package func entity(named name: String) -> EntityDescription? {
    entities.first { $0.name == name }
  }
}
