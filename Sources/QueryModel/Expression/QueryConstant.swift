package import Foundation

/// A literal or captured value in a predicate.
package enum QueryConstant: Hashable, Sendable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case double(Double)
  case decimal(Decimal)
  case string(String)
  case date(Date)
  case data(Data)
  case uuid(UUID)
  /// An absolute URL string.
  case uri(String)
  /// A stored object: number of its concrete entity, primary key.
  case object(entity: Int, key: Int64)
  case collection([QueryConstant])
  case dictionary([QueryConstant: QueryConstant])
}
