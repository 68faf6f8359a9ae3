public import Foundation

/// The stages of a store on its way to the model of its coordinator; given to a store as the option
/// `NSPersistentStoreStagedMigrationManagerOptionKey`.
open class NSStagedMigrationManager: NSObject {
  private let list: [NSMigrationStage]

  public init(_ stages: [NSMigrationStage]) { list = stages }

  /// In the order in which they lead from version to version.
  open var stages: [NSMigrationStage] { list }

  /// While a custom stage's handler runs: a container with the store and the model of that moment; `nil` at other times.
  open internal(set) var container: NSPersistentContainer?

  /// While `didMigrateHandler` runs: a container with the store as it was before the stage, and the older model, read-only.
  /// Not in Apple's API. Objects keep the numbers in their identifiers.
  public final internal(set) var sourceContainer: NSPersistentContainer?
}
