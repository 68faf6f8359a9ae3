public import Foundation

/// A state of the stores that a context reads from.
open class NSQueryGenerationToken: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  // Unchecked because it has no state.

  private static let now = NSQueryGenerationToken(())

  private init(_: Void) {}

  /// The state at the next read.
  open class var current: NSQueryGenerationToken { now }

  public class var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {}

  open func encode(with coder: NSCoder) {}

  open func copy(with zone: NSZone? = nil) -> Any { self }

  open override func isEqual(_ object: Any?) -> Bool { object is NSQueryGenerationToken }

  open override var hash: Int { 1 }
}
