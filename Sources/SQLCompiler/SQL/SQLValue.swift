package import Foundation
import QueryModel

/// A value to bind to a placeholder.
package enum SQLValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob(Data)
}

extension SQLValue {
  /// The constant as Apple's stores keep it (StoreFormat.md section 2); `nil` for collections.
  init?(_ constant: QueryConstant) {
    switch constant {
    case .null: self = .null
    case .boolean(let value): self = .integer(value ? 1 : 0)
    case .integer(let value): self = .integer(value)
    case .double(let value): self = .real(value)
    case .decimal(let value): self = Self.number(value)
    case .string(let value), .uri(let value): self = .text(value)
    case .date(let value): self = .real(value.timeIntervalSinceReferenceDate)
    case .data(let value): self = .blob(value)
    case .uuid(let value): self = .blob(withUnsafeBytes(of: value.uuid) { Data($0) })
    case .object(_, let key): self = .integer(key)
    case .collection, .dictionary: return nil
    }
  }

  /// The first text that is greater than everything that begins with a constant text; `nil` where there is none.
  static func successor(of constant: QueryConstant) -> SQLValue? {
    guard case .string(let prefix) = constant else { return nil }
    var scalars = Array(prefix.unicodeScalars)
    while let last = scalars.popLast() {
      // Surrogates are no scalars: the next after U+D7FF is U+E000.
      let next = last.value == 0xD7FF ? 0xE000 : last.value + 1
      if let scalar = Unicode.Scalar(next) {
        scalars.append(scalar)
        var result = String.UnicodeScalarView()
        result.append(contentsOf: scalars)
        return .text(String(result))
      }
    }
    return nil
  }

  /// What the matches of a constant `LIKE` pattern begin with; `nil` where nothing is sure.
  static func likePrefix(of constant: QueryConstant) -> String? {
    guard case .string(let pattern) = constant else { return nil }
    let prefix = TextMatching.likePrefix(pattern)
    return prefix.isEmpty ? nil : prefix
  }

  /// What NUMERIC affinity makes of a decimal: whole numbers as integers, others as doubles.
  private static func number(_ value: Decimal) -> SQLValue {
    switch QueryNumber(value) {
    case .integer(let integer): .integer(integer)
    case .real(let real): .real(real)
    }
  }
}
