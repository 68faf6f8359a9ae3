package import Foundation

/// The neutral form of a boxed value between a property's type and a store's attribute type.
package enum BoxedForm: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case data(Data)
}
