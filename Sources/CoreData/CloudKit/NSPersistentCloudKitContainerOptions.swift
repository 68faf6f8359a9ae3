public import Foundation

/// Which CloudKit container mirrors a store.
open class NSPersistentCloudKitContainerOptions: NSObject {
  private let identifier: String

  public init(containerIdentifier: String) { identifier = containerIdentifier }

  open var containerIdentifier: String { identifier }
}
