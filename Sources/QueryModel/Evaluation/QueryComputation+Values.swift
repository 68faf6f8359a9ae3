import Foundation

extension QueryComputation {
  /// The value for arguments that are no collections.
  ///
  /// - Throws: `QueryError(.fault)` where the format throws: a root of a negative number, an overflow, a cast that
  ///   does not fit.
  package func value(_ arguments: [QueryConstant]) throws -> QueryConstant {
    let values = arguments.map { FormatValue($0) }
    // A row's text is made only where a message quotes it.
    func expression() -> FormatExpression { .function(description, values.map { .constant($0) }) }
    do {
      let result: FormatValue
      switch self {
      case .selector(let name): result = try FormatComputing(naming: expression).value(name, values)
      case .cast(let type): result = try values.first.map { try FormatCasting.value($0, type, expression()) } ?? .null
      case .property(let name): result = try property(name, values.first ?? .null, expression)
      case .order(let options): return order(arguments, options)
      }
      return result.constant ?? .null
    } catch let error as FormatError {
      throw QueryError(.fault, error.message, expression: error.text)
    }
  }

  private func property(
    _ name: String, _ value: FormatValue, _ expression: () -> FormatExpression
  ) throws -> FormatValue {
    if value == .null { return .null }
    guard let result = FormatMethod.property(value, name) else {
      throw FormatError(
        .unknownKey, "a value such as \(FormatPrinter.text(value)) has no key \"\(name)\"", text: "\(expression())")
    }
    return result
  }

  private func order(_ arguments: [QueryConstant], _ options: TextOptions) -> QueryConstant {
    guard arguments.count == 2, let left = arguments[0].text, let right = arguments[1].text else { return .null }
    return .integer(Int64(TextMatching.order(left, right, options)))
  }
}

extension FormatValue {
  /// A query's constant as formats compute with it.
  package init(_ constant: QueryConstant) {
    switch constant {
    case .null: self = .null
    case .boolean(let value): self = .boolean(value)
    case .integer(let value): self = .integer(value)
    case .double(let value): self = .double(value)
    case .decimal(let value): self = .decimal(value)
    case .string(let value), .uri(let value): self = .string(value)
    case .date(let value): self = .date(value)
    case .data(let value): self = .data(value)
    case .uuid(let value): self = .uuid(value)
    case .object, .dictionary: self = .object(FormatObject(constant))
    case .collection(let values): self = .collection(values.map { FormatValue($0) })
    }
  }
}
