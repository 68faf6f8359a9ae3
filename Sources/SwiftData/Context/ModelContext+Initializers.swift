public import SchemaTypes

/// Core Data's spelling, for the compiler's advice.
extension PersistentModel {
  @available(
    *, unavailable,
    message: "a model is made by its own initializer and put into a context by 'context.insert(_:)'"
  )
  public init(context: ModelContext) { self.init(backingData: Self.createBackingData()) }
}
