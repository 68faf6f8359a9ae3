package import ModelDescription

extension StoreMetadata {
  /// The metadata of a new store of a model: its hashes, digest, checksum and version identifiers.
  package init(newStoreOf model: ResolvedModel) {
    let hashes = model.versionHashes()
    self.init(
      newStoreWithHashes: hashes, digest: VersionHashes.digest(hashes), checksum: VersionHashes.checksum(hashes),
      identifiers: model.description.versionIdentifiers)
  }
}
