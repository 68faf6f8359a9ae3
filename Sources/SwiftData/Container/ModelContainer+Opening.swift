import Foundation
import ModelDescription
import ObjectGraph
import SQLiteStore
public import SchemaTypes

extension ModelContainer {
  /// Opens or makes the stores of a set of model classes; models that they reach by relationships come along.
  ///
  /// A store of one of the plan's older versions migrates by its stages. Without a plan, one that differs migrates when
  /// the difference says by itself what has to happen. Unlike with Apple's, a store that only differs in facts which shape
  /// no table opens as it is, with its own model, and keeps it; what that model demands of values holds at each save.
  /// `ModelConfiguration.Migrations` says what else may happen.
  ///
  /// - Throws: `SwiftDataError.loadIssueModelContainer` that names each entity and property in which an existing store
  ///   differs from the classes and why that cannot be inferred, or the versions of the plan that are nearest to it;
  ///   `backwardMigration` for a store of a later version than the container's; what a stage's own code throws; the
  ///   store's own error when the file is none or cannot be opened. The file is left as it is then.
  public convenience init(
    for forTypes: any PersistentModel.Type..., migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: ModelConfiguration...
  ) throws {
    try self.init(for: Schema(forTypes), migrationPlan: migrationPlan, configurations: configurations)
  }

  public convenience init(
    for givenSchema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: ModelConfiguration...
  ) throws {
    try self.init(for: givenSchema, migrationPlan: migrationPlan, configurations: configurations)
  }

  public convenience init(
    for givenSchema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: [ModelConfiguration]
  ) throws {
    let versions = try migrationPlan.map { try MigrationPlanVersions($0) }
    let split = try ConfigurationSplit(givenSchema, configurations)
    let description = try givenSchema.modelDescription()
    for part in split.parts { part.configuration.sayRemarks() }
    // Every model is judged before the first store is made.
    let models = try split.parts.map { part in
      var description = description
      description.entities.removeAll { !part.entities.contains($0.name) }
      return try ResolvedModel(description)
    }
    var opened: [StoreOpening.Opened] = []
    for (part, model) in zip(split.parts, models) {
      let elsewhere = split.parts.filter { $0.configuration != part.configuration }.map(\.entities)
      let opening = StoreOpening(
        model: model, configuration: part.configuration, schema: givenSchema,
        elsewhere: elsewhere.reduce(into: []) { $0.formUnion($1) }, plan: migrationPlan, versions: versions)
      opened.append(try opening.open())
    }
    let parts = zip(split.parts, opened).map { ContainerPart(configuration: $0.configuration, store: $1.store) }
    try self.init(
      store: opened.count == 1 ? opened[0].store : SplitStore(opened.map(\.store)),
      models: Array(givenSchema.types.values), names: StoreNames(merging: opened.map(\.names)), schema: givenSchema,
      parts: parts, migrationPlan: migrationPlan)
  }

  /// The form for configurations of custom stores, of which only `ModelConfiguration` is supported.
  public convenience init(
    for forTypes: any PersistentModel.Type..., configurations: any DataStoreConfiguration...
  ) throws {
    try self.init(for: Schema(forTypes), configurations: configurations)
  }

  public convenience init(for givenSchema: Schema, configurations: [any DataStoreConfiguration]) throws {
    let own = try configurations.map { configuration in
      guard let own = configuration as? ModelConfiguration else {
        throw SwiftDataError(
          "loadIssueModelContainer",
          detail: "\(type(of: configuration)) is a configuration of a custom data store, which is not supported yet; "
            + "use ModelConfiguration")
      }
      return own
    }
    try self.init(for: givenSchema, migrationPlan: nil, configurations: own)
  }
}
