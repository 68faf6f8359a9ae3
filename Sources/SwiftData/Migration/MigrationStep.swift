import ModelDescription
import ObjectGraph
import SchemaTypes

/// One step of a store from one version to the next, as a value; `StageRun` takes it.
struct MigrationStep {
  /// One end of it.
  struct Version {
    /// As messages call it.
    let name: String
    let model: ResolvedModel
    /// The classes; `nil` for a version that only its store describes.
    let schema: Schema?
    /// What the file calls the classes' properties.
    var names = StoreNames.equal
  }

  let source: Version
  let destination: Version
  /// `nil` where the difference alone says what has to happen.
  let stage: MigrationStage?
  /// What no class can say and the store's model does: kept, or lost and why; a line each.
  var kept: [String] = []
  var lost: [String] = []

  /// Before on the old models, and after on the new ones; both `nil` in a lightweight step.
  var work:
    (
      will: ((_ context: ModelContext) throws -> Void)?, did: ((_ context: ModelContext) throws -> Void)?
    )?
  {
    guard case .custom(_, _, let willMigrate, let didMigrate)? = stage else { return nil }
    return (willMigrate, didMigrate)
  }

  var words: String {
    let kind =
      switch stage {
      case .custom: "custom stage"
      case .lightweight: "lightweight stage"
      case nil: "inferred"
      }
    return "\(source.name) to \(destination.name) (\(kind))"
  }
}
