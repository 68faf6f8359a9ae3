import ModelDescription
import ObjectGraph
public import SchemaTypes

extension ModelContainer {
  /// Opens or makes the store of a set of model classes; models that they reach by relationships come along.
  ///
  /// Unlike Apple's, it migrates nothing: a store that only differs in facts which shape no table opens as it is, with
  /// its own model, and keeps it; what that model demands of values holds at each save.
  ///
  /// - Throws: `SwiftDataError.loadIssueModelContainer` that names each entity and property in which an existing store
  ///   differs from the classes; the store's own error when the file is none or cannot be opened. A file that differs is
  ///   left as it is.
  public convenience init(
    for forTypes: any PersistentModel.Type..., configurations: ModelConfiguration...
  ) throws {
    try self.init(for: Schema(forTypes), configurations: configurations)
  }

  public convenience init(for givenSchema: Schema, configurations: ModelConfiguration...) throws {
    try self.init(for: givenSchema, configurations: configurations)
  }

  public convenience init(for givenSchema: Schema, configurations: [ModelConfiguration]) throws {
    guard configurations.count <= 1 else {
      throw SwiftDataError(
        "loadIssueModelContainer", detail: "a container with several configurations is not supported yet; give one")
    }
    let configuration = configurations.first ?? ModelConfiguration()
    if let part = configuration.schema, part.entitiesByName.keys != givenSchema.entitiesByName.keys {
      throw SwiftDataError(
        "loadIssueModelContainer",
        detail: "the configuration \(configuration.name) holds only some of the container's models, which is not "
          + "supported yet; give it the container's schema or none")
    }
    Notice.show(configuration.remarks)
    let model = try ResolvedModel(givenSchema.modelDescription())
    let opened = try StoreOpening(model: model, configuration: configuration).open()
    try self.init(
      store: opened.store, models: Array(givenSchema.types.values), names: opened.names, schema: givenSchema,
      configuration: configuration)
  }
}
