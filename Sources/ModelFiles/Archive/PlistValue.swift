package import Foundation

/// A value of a binary property list, with the object references (UIDs) that keyed archives use.
package indirect enum PlistValue: Hashable, Sendable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case real(Double)
  /// Seconds since 2001-01-01 UTC.
  case date(Double)
  case data(Data)
  case string(String)
  case uid(Int)
  case array([PlistValue])
  case dictionary([String: PlistValue])

  package subscript(key: String) -> PlistValue? {
    if case .dictionary(let entries) = self { entries[key] } else { nil }
  }
}
