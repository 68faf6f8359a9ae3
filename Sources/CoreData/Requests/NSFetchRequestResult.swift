public import Foundation

/// What a fetch request may ask for.
public protocol NSFetchRequestResult: NSObjectProtocol {}

extension NSNumber: NSFetchRequestResult {}
extension NSDictionary: NSFetchRequestResult {}

/// In which form a fetch gives its results.
public struct NSFetchRequestResultType: OptionSet, Hashable, Sendable {
  public let rawValue: UInt

  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Objects: the form without any bit.
  public static var managedObjectResultType: Self { Self(rawValue: 0) }
  public static var managedObjectIDResultType: Self { Self(rawValue: 1) }
  public static var dictionaryResultType: Self { Self(rawValue: 2) }
  public static var countResultType: Self { Self(rawValue: 4) }
}
