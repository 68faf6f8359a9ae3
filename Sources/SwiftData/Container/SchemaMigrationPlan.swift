public import SchemaTypes

/// The versions of an app's models, oldest first, and how to go from one to the next.
public protocol SchemaMigrationPlan: SendableMetatype {
  static var schemas: [any VersionedSchema.Type] { get }
  static var stages: [MigrationStage] { get }
}

/// One step of a migration plan.
public enum MigrationStage {
  /// Nothing but what the difference of the two versions says by itself.
  case lightweight(fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type)
  /// The same, with code that runs before on the old models and after on the new ones.
  case custom(
    fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type,
    willMigrate: ((_ context: ModelContext) throws -> Void)?, didMigrate: ((_ context: ModelContext) throws -> Void)?)
}

// Unchecked because plans are constants: in Swift 6 mode, `static let stages = [stage]` and constants of stages compile
// only for a type that is Sendable, and nobody changes what their closures capture.
extension MigrationStage: @unchecked Sendable {}
