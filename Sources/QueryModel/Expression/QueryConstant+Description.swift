import Foundation

extension QueryConstant: CustomStringConvertible {
  /// The value as Swift would spell it, for error messages.
  package var description: String {
    switch self {
    case .null: "nil"
    case .boolean(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .double(let value): "\(value)"
    case .decimal(let value): "\(value)"
    case .string(let value): "\"\(value)\""
    case .date(let value): "\(value.formatted(.iso8601))"
    case .data(let value): "\(value.count) bytes"
    case .uuid(let value): "\(value)"
    case .uri(let value): "\(value)"
    case .object(let entity, let key): "object \(entity)/\(key)"
    case .collection(let values):
      "[" + values.prefix(5).map(\.description).joined(separator: ", ") + (values.count > 5 ? ", …]" : "]")
    case .dictionary(let entries): entries.isEmpty ? "[:]" : "a dictionary of \(entries.count) entries"
    }
  }
}
