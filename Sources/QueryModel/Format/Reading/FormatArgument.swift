/// A value given beside a format, for one of its specifiers.
package enum FormatArgument {
  case value(FormatValue)
  /// A condition for `%@`, where the format wants one.
  case predicate(FormatPredicate)
  case expression(FormatExpression)

  /// As errors name it.
  var kind: String {
    switch self {
    case .value(.null): "nil"
    case .value(.boolean): "a Boolean"
    case .value(.integer): "an integer"
    case .value(.double): "a floating-point number"
    case .value(.decimal): "a decimal"
    case .value(.string): "text"
    case .value(.date): "a date"
    case .value(.data): "data"
    case .value(.uuid): "a UUID"
    case .value(.url): "a URL"
    case .value(.collection): "a collection"
    case .value(.object(let object)): "a value of type \(type(of: object.value))"
    case .predicate: "a predicate"
    case .expression: "an expression"
    }
  }
}
