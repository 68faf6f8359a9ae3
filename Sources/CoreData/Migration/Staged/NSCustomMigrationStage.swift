/// A step from one model to the next with code before and after.
open class NSCustomMigrationStage: NSMigrationStage {
  private let current: NSManagedObjectModelReference
  private let next: NSManagedObjectModelReference

  public init(migratingFrom currentModel: NSManagedObjectModelReference, to nextModel: NSManagedObjectModelReference) {
    current = currentModel
    next = nextModel
  }

  open var currentModel: NSManagedObjectModelReference { current }
  open var nextModel: NSManagedObjectModelReference { next }

  /// Runs on the store with the current model.
  public final var willMigrateHandler:
    ((_ migrationManager: NSStagedMigrationManager, _ migrationStage: NSCustomMigrationStage) throws -> Void)?
  /// Runs on the store with the next model. What must have a value is looked at when it is done.
  public final var didMigrateHandler:
    ((_ migrationManager: NSStagedMigrationManager, _ migrationStage: NSCustomMigrationStage) throws -> Void)?
}
