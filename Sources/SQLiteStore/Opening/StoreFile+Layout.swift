package import ModelDescription

extension StoreFile {
  /// The layout of a model as this file has it; opening takes a file only when this does.
  ///
  /// - Parameter schema: that of this file.
  /// - Throws: `StoreError` that names the table, column or entity number that the model needs and the file lacks.
  package func layout(of model: ResolvedModel, schema: FileSchema) throws -> StoreLayout {
    let layout = try StoreLayout(model).reconciled(with: schema)
    try layout.checkNumbers(primaryKeyRows(), path: path)
    return layout
  }
}
