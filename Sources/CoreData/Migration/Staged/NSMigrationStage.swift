public import Foundation

/// One step of a staged migration: a lightweight or a custom one.
open class NSMigrationStage: NSObject {
  /// For people.
  open var label: String!
}
