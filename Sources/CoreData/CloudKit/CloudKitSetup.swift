import Foundation
import ObjectGraph

/// What becomes of stores that ask to be mirrored: CloudKit is reached through Apple's platforms only.
enum CloudKitSetup {
  static let reason = "no CloudKit transport on this platform"

  /// An option of a store description: a store that asks for CloudKit is an error, and is not opened.
  static let requiringOption = "CausewayRequiresCloudKit"

  /// The code of Apple's errors of mirroring that cannot be set up.
  private static let code = 134_400

  static func line(_ container: String) -> String {
    "\(reason): the store that mirrors \(container) works locally, and its changes are not sent"
  }

  static func error(_ container: String, url: URL?) -> NSError {
    CoreDataError.error(
      code, "The store cannot be mirrored to \(container): \(reason).",
      advice: "Leave the container options out, or the option \(requiringOption), to use the store locally.", url: url)
  }

  static func schemaError() -> NSError {
    CoreDataError.error(
      code, "The schema of a CloudKit container cannot be initialized: \(reason).",
      advice: "Do it in a build for one of Apple's platforms.")
  }
}
