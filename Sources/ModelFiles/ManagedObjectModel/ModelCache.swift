package import Foundation
package import ModelDescription

/// A store's cached model: `Z_MODELCACHE.Z_CONTENT`, a deflated keyed archive (StoreFormat.md section 10).
package enum ModelCache {
  /// - Throws: an error whose text says what is broken.
  package static func read(_ content: Data) throws -> ModelDescription {
    try ArchivedModelReader.read(RawDeflate.inflate(content))
  }

  /// The content for a new store. The same model always gives the same bytes.
  ///
  /// - Parameter defaultConfiguration: whether the cache names the configuration of all entities: SwiftData's do,
  ///   Core Data's of compiled models do not.
  package static func write(_ model: ResolvedModel, defaultConfiguration: Bool = false) throws -> Data {
    try RawDeflate.deflate(ArchivedModelWriter.write(model, defaultConfiguration: defaultConfiguration))
  }
}
