import ModelDescription
import SQLCompiler
import SQLiteStore

extension QueryCompiler {
  /// The compiler for the tables of a file.
  init(_ layout: StoreLayout) {
    self.init(
      model: layout.model, mappings: layout.model.entities.compactMap { layout.mapping(ofEntity: $0.number) })
  }
}
