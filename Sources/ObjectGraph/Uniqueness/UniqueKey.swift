import Foundation
import StoreContract

/// Values that only one object may have.
struct UniqueKey: Hashable {
  let root: Int
  let fields: [Int]
  let values: [StoredValue]

  /// `nil` where a value is missing: unique indexes take any number of those.
  init?(_ root: Int, _ fields: [Int], _ values: [StoredValue]) {
    guard !values.contains(.null) else { return nil }
    self.root = root
    self.fields = fields
    // Strings are compared by bytes there, and by meaning in Swift.
    self.values = values.map { if case .text(let text) = $0 { .blob(Data(text.utf8)) } else { $0 } }
  }
}
