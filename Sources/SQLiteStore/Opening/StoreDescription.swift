package import ModelDescription
package import StoreContract

/// What a store file says about itself: its metadata, and the model that it keeps.
package struct StoreDescription: Sendable {
  package let metadata: StoreMetadata
  package let model: CachedModel

  /// The model in `Z_MODELCACHE`.
  package enum CachedModel: Sendable {
    case readable(ResolvedModel)
    /// The store keeps none: a framework before iOS 9, or one that was told not to.
    case missing
    /// The store keeps one that cannot be read; the error says what is broken.
    case broken(StoreError)
  }

  /// The cached model, when there is one that can be read.
  package var readableModel: ResolvedModel? {
    if case .readable(let model) = model { model } else { nil }
  }
}
