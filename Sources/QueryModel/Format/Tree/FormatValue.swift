package import Foundation

/// A literal or argument of a predicate format, and what its expressions evaluate to.
package enum FormatValue: Hashable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case double(Double)
  case decimal(Decimal)
  case string(String)
  case date(Date)
  case data(Data)
  case uuid(UUID)
  case url(URL)
  case collection([FormatValue])
  /// Anything else: an object whose keys can be asked for.
  case object(FormatObject)
}

/// An object or value that the format tree carries without understanding it.
package struct FormatObject: Hashable {
  package let value: Any

  package init(_ value: Any) { self.value = value }

  /// By `==` where the type is Hashable, else by identity.
  package static func == (left: FormatObject, right: FormatObject) -> Bool {
    if let a = left.value as? AnyHashable, let b = right.value as? AnyHashable { return a == b }
    guard type(of: left.value) is AnyClass, type(of: right.value) is AnyClass else { return false }
    return (left.value as AnyObject) === (right.value as AnyObject)
  }

  package func hash(into hasher: inout Hasher) {
    if let value = value as? AnyHashable {
      hasher.combine(value)
    } else if type(of: value) is AnyClass {
      hasher.combine(ObjectIdentifier(value as AnyObject))
    }
  }
}
