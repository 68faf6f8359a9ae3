import Foundation
import QueryModel

/// Membership in a constant collection.
extension FetchLowering {
  /// Longer lists travel as one JSON text, so that no limit on placeholders is met and statements stay cacheable.
  private static let longestList = 500
  /// SQLite allows 32,766 placeholders in one statement (`SQLITE_MAX_VARIABLE_NUMBER`).
  private static let mostPlaceholders = 30_000

  func membership(_ element: QueryExpression, _ values: [QueryConstant], isStrict: Bool) throws -> SQLFragment {
    let operand = try operand(element)
    let includesNull = values.contains(.null)
    if operand.isNull { return includesNull ? "1" : "0" }
    if operand.kind == .opaque {
      throw QueryError(.unsupported, "values of this type can only be compared with nil", expression: "\(element)")
    }
    var members: [SQLValue] = []
    for value in values where value != .null {
      if case .object(let entity, _) = value, operand.kind != .object(root: root(of: entity)) { continue }
      guard let member = SQLValue(value) else {
        throw QueryError(.unsupported, "a collection is no single value", expression: "\(value)")
      }
      members.append(member)
    }
    let isNull: SQLFragment = "\(operand.sql) IS NULL"
    if members.isEmpty { return includesNull ? "(\(isNull))" : "0" }
    let list = try list(members, operand.sql, element)
    if includesNull { return "(\(isNull) OR \(list))" }
    return isStrict ? "ifnull(\(list), 0)" : list
  }

  private func list(_ members: [SQLValue], _ sql: SQLFragment, _ element: QueryExpression) throws -> SQLFragment {
    if members.count > Self.longestList {
      if let keys = integers(members) {
        let json = "[" + keys.map(String.init).joined(separator: ",") + "]"
        return "(\(sql) IN (SELECT value FROM json_each(\(binding: .text(json)))))"
      }
      if let texts = hexadecimals(members) {
        let json = "[\"" + texts.joined(separator: "\",\"") + "\"]"
        return "(hex(\(sql)) IN (SELECT value FROM json_each(\(binding: .text(json)))))"
      }
      if members.count > Self.mostPlaceholders {
        throw QueryError(
          .unsupported, "a list of \(members.count) values is too long (at most \(Self.mostPlaceholders))",
          expression: "\(element)")
      }
    }
    return "(\(sql) IN (\(.joined(members.map { .binding($0) }, separator: ", "))))"
  }

  private func integers(_ members: [SQLValue]) -> [Int64]? {
    var result: [Int64] = []
    result.reserveCapacity(members.count)
    for member in members {
      guard case .integer(let value) = member else { return nil }
      result.append(value)
    }
    return result
  }

  /// Text and blobs by their bytes, which JSON cannot spoil.
  private func hexadecimals(_ members: [SQLValue]) -> [String]? {
    var result: [String] = []
    result.reserveCapacity(members.count)
    for member in members {
      switch member {
      case .text(let value): result.append(Self.hexadecimal(value.utf8))
      case .blob(let value): result.append(Self.hexadecimal(value))
      case .null, .integer, .real: return nil
      }
    }
    return result
  }

  private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var result: [UInt8] = []
    for byte in bytes { result += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
    return String(decoding: result, as: UTF8.self)
  }
}
