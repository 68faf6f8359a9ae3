package import Foundation
package import ModelDescription

/// A model as Xcode compiles it: the keyed archive of a `.mom` file.
package enum CompiledModel {
  /// The same model always gives the same bytes.
  ///
  /// What only editors and code generators ask for stays behind, as it does in Xcode's.
  package static func write(_ model: ResolvedModel) -> Data {
    ArchivedModelWriter.write(model, defaultConfiguration: false, isCompiled: true)
  }

  package static func read(_ data: Data) throws -> ModelDescription { try ArchivedModelReader.read(data) }
}
