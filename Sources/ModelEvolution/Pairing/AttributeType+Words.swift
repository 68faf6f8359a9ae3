import Foundation
package import ModelDescription

extension AttributeType {
  /// The type's name as Xcode's model editor shows it.
  package var words: String {
    switch self {
    case .undefined: "Undefined"
    case .integer16: "Integer 16"
    case .integer32: "Integer 32"
    case .integer64: "Integer 64"
    case .decimal: "Decimal"
    case .double: "Double"
    case .float: "Float"
    case .string: "String"
    case .boolean: "Boolean"
    case .date: "Date"
    case .binary: "Binary Data"
    case .uuid: "UUID"
    case .uri: "URI"
    case .transformable: "Transformable"
    case .objectID: "Object ID"
    case .composite: "Composite"
    }
  }
}

extension AttributeValue {
  /// The value as a report shows it.
  package var words: String {
    switch self {
    case .boolean(let value): value ? "true" : "false"
    case .integer(let value): String(value)
    case .decimal(let value): "\(value)"
    case .double(let value): String(value)
    case .float(let value): String(value)
    case .string(let value): "\"\(value)\""
    case .date(let value): value.ISO8601Format()
    case .data(let value): value.count.counted("byte")
    case .uuid(let value): value.uuidString
    case .uri(let value): value
    }
  }
}
