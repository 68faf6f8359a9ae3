public import Foundation

/// A place in the history of stores: the number of the last transaction seen of each.
open class NSPersistentHistoryToken: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  // Unchecked because it is immutable.

  /// By store identifier.
  package let numbers: [String: Int64]

  package init(_ numbers: [String: Int64]) { self.numbers = numbers }

  public class var supportsSecureCoding: Bool { true }

  private static let key = "transactionNumbers"

  public required init?(coder: NSCoder) {
    let classes: [AnyClass] = [NSDictionary.self, NSString.self, NSNumber.self]
    guard let entries = coder.decodeObject(of: classes, forKey: Self.key) as? [String: NSNumber] else { return nil }
    numbers = entries.mapValues(\.int64Value)
  }

  open func encode(with coder: NSCoder) {
    let entries = numbers.mapValues { NSNumber(value: $0) }
    coder.encode(NSDictionary(dictionary: entries), forKey: Self.key)
  }

  open func copy(with zone: NSZone? = nil) -> Any { self }

  open override func isEqual(_ object: Any?) -> Bool {
    (object as? NSPersistentHistoryToken)?.numbers == numbers
  }

  open override var hash: Int { numbers.hashValue }

  open override var description: String {
    let parts = numbers.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value)" }
    return "<NSPersistentHistoryToken: \(parts.joined(separator: ", "))>"
  }
}
