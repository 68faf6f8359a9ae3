import Foundation

/// A value's forms, one for each field of its shape.
enum LeafCoding {
  static func forms(of value: Any, _ shape: ValueShape) throws -> [BoxedForm] {
    var forms = [BoxedForm](repeating: .null, count: shape.fieldCount)
    try write(value, shape, into: &forms, at: 0)
    return forms
  }

  static func write(_ value: Any, _ shape: ValueShape, into forms: inout [BoxedForm], at start: Int) throws {
    switch shape {
    case .plain, .raw: forms[start] = try BoxedValues.form(of: value)
    case .cases(let names):
      func number<T>(_ value: T) -> Int { EnumCases.number(of: value) }
      let chosen = _openExistential(value, do: number)
      guard names.indices.contains(chosen) else { throw misfit(value) }
      forms[start + chosen] = .text(names[chosen])
    case .collection, .coded:
      guard let coded = value as? any Encodable else { throw misfit(value) }
      forms[start] = .data(try JSONEncoder().encode(coded))
    case .structure(let elements):
      guard let coded = value as? any Encodable else { throw misfit(value) }
      let encoder = LeafEncoder(elements, start: start, forms)
      try coded.encode(to: encoder)
      forms = encoder.sink.forms
    }
  }

  private static func misfit(_ value: Any) -> GraphError {
    GraphError(.unsupported, "a value of type \(type(of: value)) does not have the shape of its property")
  }

  /// The value that has these forms.
  static func value<T>(_ type: T.Type, _ shape: ValueShape, _ forms: ArraySlice<BoxedForm>) throws -> T {
    let first = forms.first ?? .null
    var found: Any?
    switch shape {
    case .plain, .raw: found = BoxedValues.value(of: type, from: first)
    case .cases(let names):
      guard let chosen = forms.firstIndex(where: { $0 != .null }) else { break }
      let number = chosen - forms.startIndex
      guard case .text(let name) = forms[chosen], names[number] == name,
        forms[(chosen + 1)...].allSatisfy({ $0 == .null })
      else { throw ShapeError(description: "the columns of its cases hold \(text(forms)), which is no single case") }
      found = EnumCases(type)?.value(number, of: type)
    case .collection, .coded:
      guard case .data(let json) = first, let coded = type as? any Decodable.Type else { break }
      found = try JSONDecoder().decode(coded, from: json)
    case .structure(let elements):
      guard let coded = type as? any Decodable.Type else { break }
      found = try coded.init(from: LeafDecoder(elements, forms))
    }
    guard let value = found as? T else {
      throw ShapeError(description: "the stored \(text(forms)) is no value of type \(type)")
    }
    return value
  }

  /// For messages: short JSON as it is, other bytes by their number.
  static func text(_ forms: ArraySlice<BoxedForm>) -> String {
    let shown = forms.map { form in
      guard case .data(let data) = form else { return "\(form)" }
      let json = data.count < 200 && ["{", "[", "\""].contains(data.first.map { Character(UnicodeScalar($0)) })
      return json ? String(decoding: data, as: UTF8.self) : "\(data.count) bytes"
    }
    return shown.joined(separator: ", ")
  }
}
