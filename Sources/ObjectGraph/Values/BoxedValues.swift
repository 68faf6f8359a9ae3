import Foundation

/// Between Swift values of one field and their neutral forms.
enum BoxedValues {
  /// The value of a type, or `nil` when the form does not fit it.
  static func value(of type: Any.Type, from form: BoxedForm) -> Any? {
    switch (type, form) {
    case (is String.Type, .text(let text)): return text
    case (is Data.Type, .data(let data)): return data
    case (is UUID.Type, .data(let data)):
      guard data.count == 16 else { return nil }
      return data.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    case (is URL.Type, .text(let text)): return URL(string: text)
    case (is Decimal.Type, .text(let text)): return Decimal(stored: text)
    case (is Decimal.Type, .integer(let integer)): return Decimal(integer)
    case (is Decimal.Type, .real(let real)): return Decimal(stored: real)
    default:
      if let scalar = type as? any _SlotScalar.Type { return Self.scalar(scalar, from: form) }
      guard let raw = type as? any RawRepresentable.Type else { return nil }
      return rawRepresentable(raw, from: form)
    }
  }

  private static func scalar<T: _SlotScalar>(_ type: T.Type, from form: BoxedForm) -> Any? {
    switch form {
    case .integer(let integer):
      if T._isReal { return T._load(Double(integer).bitPattern) }
      let value = T._load(UInt64(bitPattern: integer))
      // What is too wide for the type does not fit it.
      return T.self == Bool.self || value._word == UInt64(bitPattern: integer) ? value : nil
    case .real(let real): return T._isReal ? T._load(real.bitPattern) : nil
    case .text, .data, .null: return nil
    }
  }

  private static func rawRepresentable<T: RawRepresentable>(_ type: T.Type, from form: BoxedForm) -> Any? {
    (value(of: T.RawValue.self, from: form) as? T.RawValue).flatMap { T(rawValue: $0) }
  }

  static func form(of value: Any) throws -> BoxedForm {
    if let optional = value as? any OptionalType {
      guard let wrapped = optional.wrappedValue else { return .null }
      return try form(of: wrapped)
    }
    switch value {
    case let text as String: return .text(text)
    case let scalar as any _SlotScalar:
      if !type(of: scalar)._isReal { try checkSign(scalar._word, of: type(of: scalar)) }
      return type(of: scalar)._isReal
        ? .real(Double(bitPattern: scalar._word)) : .integer(Int64(bitPattern: scalar._word))
    case let data as Data: return .data(data)
    case let uuid as UUID: return .data(withUnsafeBytes(of: uuid.uuid) { Data($0) })
    case let url as URL: return .text(url.absoluteString)
    case let decimal as Decimal: return .text(decimal.description)
    case let raw as any RawRepresentable: return try form(of: raw.rawValue)
    default: throw GraphError(.unsupported, "values of type \(type(of: value)) have no column")
    }
  }

  /// Stores have signed integers of 64 bits: what is larger would come back, compare and sort as a negative number.
  static func checkSign(_ word: UInt64, of type: Any.Type) throws(GraphError) {
    guard word > UInt64(Int64.max), type == UInt64.self || type == UInt.self else { return }
    throw GraphError(.validation, "\(word) is too large for the store, whose integers go up to \(Int64.max)")
  }

  /// What a mandatory property reads as when nothing was ever stored in it.
  static func zero(of type: Any.Type) -> Any? {
    switch type {
    case is Data.Type: Data()
    case is UUID.Type: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    case is URL.Type: URL(string: "about:blank")
    case is Decimal.Type: Decimal(0)
    default: nil
    }
  }
}
