public import SchemaTypes

extension ModelContainer {
  /// A container in memory with sample models, for previews and tests.
  ///
  ///     let container = try ModelContainer.sample(for: Book.self) { $0.insert(Book(title: "Kim")) }
  ///
  /// - Parameter fill: Inserts the models; they are saved when it returns.
  public static func sample(
    for types: any PersistentModel.Type..., fill: (_ context: ModelContext) throws -> Void = { _ in }
  ) throws -> ModelContainer {
    let container = try ModelContainer(
      for: Schema(types), configurations: [ModelConfiguration(isStoredInMemoryOnly: true)])
    let context = ModelContext(container)
    try fill(context)
    try context.save()
    return container
  }
}
