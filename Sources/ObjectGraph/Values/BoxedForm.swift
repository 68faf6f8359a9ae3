package import Foundation
package import StoreContract

/// The neutral form of a boxed value between a property's type and a store's attribute type.
package enum BoxedForm: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case data(Data)

  /// The form of what a store takes; null for an object.
  package init(_ value: StoredValue) {
    self =
      switch value {
      case .null, .reference: .null
      case .integer(let integer): .integer(integer)
      case .real(let real): .real(real)
      case .text(let text): .text(text)
      case .blob(let data): .data(data)
      }
  }

  /// A copy of what a row has.
  package init(_ value: BorrowedValue) {
    self =
      switch value {
      case .null, .reference: .null
      case .integer(let integer): .integer(integer)
      case .real(let real): .real(real)
      case .text(let utf8): .text(String(decoding: utf8, as: UTF8.self))
      case .blob(let bytes): .data(Data(bytes))
      }
  }
}
