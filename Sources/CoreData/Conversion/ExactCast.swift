import Foundation

/// Looks at values without what `as?` does besides: it makes Foundation's objects of Swift's values before it says no.
enum ExactCast {
  /// The value as a type that it is of, not as one that it can be made.
  @inline(__always) static func value<T>(_ value: Any, _ type: T.Type) -> T? {
    Swift.type(of: value) == type ? value as? T : nil
  }

  @inline(__always) static func isNull(_ value: Any) -> Bool { Swift.type(of: value) is NSNull.Type }
}
