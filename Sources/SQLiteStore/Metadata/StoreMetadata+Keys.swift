package import Foundation

extension StoreMetadata {
  package var storeType: String? { string(Key.storeType) }
  /// The writer's framework version.
  package var frameworkVersion: Int64? { integer(Key.frameworkVersion) }
  package var maximumFrameworkVersion: Int64? { integer(Key.maximumFrameworkVersion) }
  package var hashesVersion: Int64? { integer(Key.hashesVersion) }
  package var digest: String? { string(Key.digest) }
  package var checksum: String? { string(Key.checksum) }

  /// The hash of each entity by name.
  package var hashes: [String: Data] {
    guard case .dictionary(let entries)? = values[Key.hashes] else { return [:] }
    return entries.compactMapValues { if case .data(let bytes) = $0 { bytes } else { nil } }
  }

  package var identifiers: [String] {
    guard case .array(let entries)? = values[Key.identifiers] else { return [] }
    return entries.compactMap { if case .string(let text) = $0 { text } else { nil } }
  }

  private func string(_ key: String) -> String? {
    if case .string(let text)? = values[key] { text } else { nil }
  }

  private func integer(_ key: String) -> Int64? {
    if case .integer(let number)? = values[key] { number } else { nil }
  }
}
