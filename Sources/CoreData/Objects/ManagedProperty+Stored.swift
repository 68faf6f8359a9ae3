import Foundation
import ModelDescription
import ObjectGraph
import SchemaTypes
import StoreContract

/// An attribute's values on their way into stores and out of them.
extension ManagedProperty {
  /// A stored value in the form of the slot.
  func value(of stored: StoredValue, _ coding: TransformableCoding) throws -> Any? {
    switch (stored, kind) {
    case (.null, _), (.reference, _): return nil
    case (.integer(let integer), .attribute(.boolean)): return integer != 0
    // Stores that keep whole numbers as integers do so with dates too.
    case (.integer(let seconds), .attribute(.date)): return Date(timeIntervalSinceReferenceDate: Double(seconds))
    case (.integer(let integer), _): return self.stored(NSNumber(value: integer))
    case (.real(let seconds), .attribute(.date)): return Date(timeIntervalSinceReferenceDate: seconds)
    case (.real(let real), _): return self.stored(NSNumber(value: real))
    case (.text(let text), .attribute(.decimal)):
      return Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
    case (.text(let text), _): return self.stored(text)
    case (.blob(let data), .attribute(.uuid)) where data.count == 16:
      return data.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    case (.blob(let data), .attribute(.transformable)):
      guard let attribute = try attribute?.attributeDescription() else { return nil }
      return try coding.value(in: data, for: attribute, as: Any.self)
    case (.blob(let data), _): return self.stored(data)
    }
  }

  /// A value of key-value coding in the form that stores take.
  ///
  /// - Throws: an error for a value of another type, and for a composite, which has several stored values.
  func storedValue(_ value: Any, _ coding: TransformableCoding) throws -> StoredValue {
    if case .attribute(.transformable) = kind, let attribute = try attribute?.attributeDescription() {
      return .blob(try coding.data(of: value, for: attribute))
    }
    if case .attribute(let type) = kind, let fitting = AttributeValue(value, for: type) {
      switch fitting {
      case .boolean(let flag): return .integer(flag ? 1 : 0)
      case .integer(let integer): return .integer(integer)
      case .double(let real): return .real(real)
      case .float(let real): return .real(Double(real))
      case .date(let date): return .real(date.timeIntervalSinceReferenceDate)
      case .string(let text): return .text(text)
      case .data(let data): return .blob(data)
      case .uuid(let uuid): return .blob(withUnsafeBytes(of: uuid.uuid) { Data($0) })
      case .decimal(let decimal): return .text(decimal.description)
      case .uri(let text): if let url = URL(string: text) { return .text(url.absoluteString) }
      }
    }
    guard let stored = stored(value) else {
      throw CoreDataError.error(
        NSManagedObjectValidationError,
        "\(description.owner?.name ?? "").\(name) cannot be set to a \(Swift.type(of: value)).",
        info: [NSValidationKeyErrorKey: name])
    }
    // Of an attribute without a type of its own the value says what it is.
    switch stored {
    case let flag as Bool: return .integer(flag ? 1 : 0)
    case let integer as Int64: return .integer(integer)
    case let real as Double: return .real(real)
    case let real as Float: return .real(Double(real))
    case let date as Date: return .real(date.timeIntervalSinceReferenceDate)
    case let text as String: return .text(text)
    case let url as URL: return .text(url.absoluteString)
    case let decimal as Decimal: return .text(decimal.description)
    case let data as Data: return .blob(data)
    case let uuid as UUID: return .blob(withUnsafeBytes(of: uuid.uuid) { Data($0) })
    default: return .null
    }
  }
}
