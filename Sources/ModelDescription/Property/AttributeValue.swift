package import Foundation

/// A value of an attribute, typed as the model types it: defaults, bounds, values in reports.
package enum AttributeValue: Hashable, Sendable, Codable {
  case boolean(Bool)
  case integer(Int64)
  case decimal(Decimal)
  case double(Double)
  case float(Float)
  case string(String)
  /// Seconds since 2001-01-01 00:00 UTC are `timeIntervalSinceReferenceDate`.
  case date(Date)
  case data(Data)
  case uuid(UUID)
  /// The absolute string as the model has it; it need not be a URL that Foundation accepts.
  case uri(String)
}
