public import Foundation

/// A way of comparing text that Linux's `String.StandardComparator` does not name.
///
/// Foundation there has `.lexical` only. `.localizedStandard` written as an argument of `SortDescriptor` finds this type.
public struct LocalizedTextComparator: Hashable, Sendable {
  public static let localizedStandard = LocalizedTextComparator()
}

/// Text sorts in the localized standard order unless told otherwise, as on Apple's platforms.
///
/// Linux's Foundation would take these key paths as any comparable ones and sort by code points.
extension SortDescriptor {
  public init(_ keyPath: any KeyPath<Compared, String> & Sendable, order: SortOrder = .forward) {
    self.init(Self.sendable(keyPath.appending(path: \._localizedText)), order: order)
  }

  public init(_ keyPath: any KeyPath<Compared, String?> & Sendable, order: SortOrder = .forward) {
    self.init(Self.sendable(keyPath.appending(path: \._localizedText)), order: order)
  }

  public init(
    _ keyPath: any KeyPath<Compared, String> & Sendable, comparator: LocalizedTextComparator,
    order: SortOrder = .forward
  ) {
    self.init(keyPath, order: order)
  }

  public init(
    _ keyPath: any KeyPath<Compared, String?> & Sendable, comparator: LocalizedTextComparator,
    order: SortOrder = .forward
  ) {
    self.init(keyPath, order: order)
  }

  /// `appending(path:)` forgets that both parts are sendable; the whole captures nothing else.
  private static func sendable<Value>(_ keyPath: KeyPath<Compared, Value>) -> any KeyPath<Compared, Value> & Sendable {
    unsafeBitCast(keyPath, to: (any KeyPath<Compared, Value> & Sendable).self)
  }
}
