internal import Foundation
internal import ModelDescription
internal import ModelEvolution
internal import SQLiteDriver
internal import StoreContract

extension StoreCopy {
  /// Takes the objects over into a store in use, which has the destination's model.
  ///
  /// Objects that it has already, by their keys, keep their values; relationships of theirs that are empty are filled. So
  /// running the copy again makes no doubles, and goes on where one was cut off.
  ///
  /// - Parameter writes: `false` only counts.
  /// - Returns: what the destination had, and what it got or would get.
  /// - Throws: `CopyRefusal` before anything is written, when objects cannot be known again, or have unique
  ///   values of others.
  package func merge(into store: String, keys: MergeKeys, writes: Bool = true) throws -> [CopyCount] {
    let model = plan.mapping.destination
    guard FileIdentity(store) == nil || FileIdentity(store) != FileIdentity(path) else {
      throw StoreError(
        .unsupported, "\(store) is the source itself.", advice: "Name another store.", path: store)
    }
    guard try SQLiteStore.description(of: store).metadata.hashes == model.versionHashes() else {
      throw StoreError(
        .modelDiffers, "\(store) has another model than the copy, which can only be merged into a store of the same.",
        advice: "Bring it to that version first, with \"causeway migrate\".", path: store)
    }
    do {
      let source = try shaped()
      let target = try SQLiteStore.open(
        store, model: model, access: writes ? .readWrite : .untouched, fileSystem: options.fileSystem)
      let merge = try StoreMerge(from: source, to: target, keys: keys, scratch: scratch, options: options)
      if writes { try merge.run() }
      return try merge.counts(plan)
    } catch {
      let hidden = ["source.sqlite", "shaped.sqlite"].map { scratch.appendingPathComponent($0).path }
      throw hidden.reduce(error) { Self.named($0, path, insteadOf: $1) }
    }
  }
}
