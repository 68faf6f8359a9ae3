package import Foundation
package import ModelDescription

/// A store's cached model: `Z_MODELCACHE.Z_CONTENT`, a deflated keyed archive (FORMAT.md section 10).
package enum ModelCache {
  /// - Throws: an error whose text says what is broken.
  package static func read(_ content: Data) throws -> ModelDescription {
    try ArchivedModelReader.read(RawDeflate.inflate(content))
  }
}
