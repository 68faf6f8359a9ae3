import Foundation
import QueryModel

/// Membership in a constant collection.
extension FetchLowering {
  func membership(_ element: QueryExpression, _ values: [QueryConstant], isStrict: Bool) throws -> SQLFragment {
    let operand = try operand(element)
    let includesNull = values.contains(.null)
    if operand.isNull { return asked(includesNull, [(operand, element)]) }
    if operand.kind == .opaque {
      throw QueryError(.unsupported, "values of this type can only be compared with nil", expression: "\(element)")
    }
    var members: [(value: SQLValue, constant: QueryConstant)] = []
    for value in values where value != .null {
      if case .object(let entity, _) = value, operand.kind != .object(root: root(of: entity)) { continue }
      guard let member = SQLValue(value) else {
        throw QueryError(.unsupported, "a collection is no single value", expression: "\(value)")
      }
      members.append((member, value))
    }
    let isNull: SQLFragment = "\(operand.sql) IS NULL"
    if members.isEmpty { return includesNull ? "(\(isNull))" : asked(false, [(operand, element)]) }
    let list = try list(members, operand.sql, element)
    if includesNull { return "(\(isNull) OR \(list))" }
    return isStrict ? "ifnull(\(list), 0)" : list
  }

  /// Long lists travel as one JSON text, so that no limit on placeholders is met.
  private func list(
    _ members: [(value: SQLValue, constant: QueryConstant)], _ sql: SQLFragment, _ element: QueryExpression
  ) throws -> SQLFragment {
    guard members.count > FetchShape.longestList else {
      let placeholders = members.map { "\(binding: $0.value, .constant($0.constant))" as SQLFragment }
      return "(\(sql) IN (\(.joined(placeholders, separator: ", "))))"
    }
    let members = members.map(\.value)
    if let keys = members.all(\.asInteger) {
      return "(\(sql) IN (SELECT value FROM json_each(\(binding: .text(Self.array(keys))))))"
    }
    // The column's own values are looked for, so that an index on it serves.
    if let texts = members.all(\.asText) {
      let json = "[\"" + texts.map { Self.hexadecimal($0.utf8) }.joined(separator: "\",\"") + "\"]"
      return "(\(sql) IN (SELECT \(raw: TextFunction.text)(value) FROM json_each(\(binding: .text(json)))))"
    }
    if let blobs = members.all(\.asBlob) {
      let json = "[\"" + blobs.map { Self.hexadecimal($0) }.joined(separator: "\",\"") + "\"]"
      return "(\(sql) IN (SELECT \(raw: TextFunction.data)(value) FROM json_each(\(binding: .text(json)))))"
    }
    if let reals = members.all(\.asReal) {
      // Digits would pass through SQLite's own reading of numbers; bits come through as they are.
      let bits = reals.map { Int64(bitPattern: ($0 == 0 ? 0 : $0).bitPattern) }
      return "(\(sql) IN (SELECT \(raw: TextFunction.real)(value) FROM json_each(\(binding: .text(Self.array(bits))))))"
    }
    throw QueryError(
      .unsupported,
      "a list of \(members.count) values of different kinds is too long (at most \(FetchShape.longestList))",
      expression: "\(element)")
  }

  private static func array(_ integers: [Int64]) -> String {
    "[" + integers.map(String.init).joined(separator: ",") + "]"
  }

  private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    var result: [UInt8] = []
    for byte in bytes { result += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
    return String(decoding: result, as: UTF8.self)
  }

  private static let digits = Array("0123456789ABCDEF".utf8)
}

extension [SQLValue] {
  /// What each of them is, or nil where one is something else.
  fileprivate func all<Value>(_ form: (SQLValue) -> Value?) -> [Value]? {
    var result: [Value] = []
    result.reserveCapacity(count)
    for value in self {
      guard let formed = form(value) else { return nil }
      result.append(formed)
    }
    return result
  }
}

extension SQLValue {
  fileprivate var asInteger: Int64? { if case .integer(let value) = self { value } else { nil } }
  fileprivate var asText: String? { if case .text(let value) = self { value } else { nil } }
  fileprivate var asBlob: Data? { if case .blob(let value) = self { value } else { nil } }

  /// Whole numbers too, where a double holds them.
  fileprivate var asReal: Double? {
    switch self {
    case .real(let value): value
    case .integer(let value): Double(exactly: value)
    case .null, .text, .blob: nil
    }
  }
}
