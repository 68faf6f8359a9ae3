import Foundation

/// Between Swift values that need a box and their neutral forms.
enum BoxedValues {
  /// The value of a type, or `nil` when the form does not fit it.
  static func value(of type: Any.Type, from form: BoxedForm) -> Any? {
    switch (type, form) {
    case (is Data.Type, .data(let data)): return data
    case (is UUID.Type, .data(let data)):
      guard data.count == 16 else { return nil }
      return data.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    case (is URL.Type, .text(let text)): return URL(string: text)
    case (is Decimal.Type, .text(let text)): return Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
    case (is Decimal.Type, .integer(let integer)): return Decimal(integer)
    // By its shortest text: a conversion of the number itself adds digits of its own.
    case (is Decimal.Type, .real(let real)):
      return Decimal(string: "\(real)", locale: Locale(identifier: "en_US_POSIX"))
    default:
      guard let raw = type as? any RawRepresentable.Type else { return nil }
      return rawRepresentable(raw, from: form)
    }
  }

  private static func rawRepresentable<T: RawRepresentable>(_ type: T.Type, from form: BoxedForm) -> Any? {
    let raw: Any? =
      switch form {
      case .text(let text): text
      case .integer(let integer):
        (T.RawValue.self as? any _SlotScalar.Type).flatMap {
          $0._isReal ? nil : $0._load(UInt64(bitPattern: integer))
        }
      case .real(let real):
        (T.RawValue.self as? any _SlotScalar.Type).flatMap { $0._isReal ? $0._load(real.bitPattern) : nil }
      case .data, .null: nil
      }
    return (raw as? T.RawValue).flatMap { T(rawValue: $0) }
  }

  static func form(of value: Any) throws -> BoxedForm {
    if let optional = value as? any OptionalType {
      guard let wrapped = optional.wrappedValue else { return .null }
      return try form(of: wrapped)
    }
    switch value {
    case let data as Data: return .data(data)
    case let uuid as UUID: return .data(withUnsafeBytes(of: uuid.uuid) { Data($0) })
    case let url as URL: return .text(url.absoluteString)
    case let decimal as Decimal: return .text(decimal.description)
    case let raw as any RawRepresentable: return try form(ofRaw: raw.rawValue, of: value)
    default: throw GraphError(.unsupported, "values of type \(type(of: value)) cannot be stored yet")
    }
  }

  private static func form(ofRaw raw: Any, of value: Any) throws -> BoxedForm {
    switch raw {
    case let text as String: .text(text)
    case let scalar as any _SlotScalar:
      type(of: scalar)._isReal
        ? .real(Double(bitPattern: scalar._word)) : .integer(Int64(bitPattern: scalar._word))
    default: throw GraphError(.unsupported, "raw values of type \(type(of: raw)) cannot be stored yet")
    }
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
