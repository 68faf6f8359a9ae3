import Foundation

extension FormatParser {
  /// The value given for the specifier that comes next.
  mutating func argument(_ specifier: FormatSpecifier) throws -> Term {
    let start = token
    if specifier.kind == .key {
      advance()
      return try term(FormatExpression(keys: try keyArgument(specifier, at: start)), height: 1, from: start)
    }
    let argument = try takeArgument(specifier, at: start)
    advance()
    switch (specifier.kind, argument) {
    case (.value, .value(let value)): return try term(.constant(value), height: 1, from: start)
    case (.value, .predicate(let predicate)): return try term(predicate, height: predicate.height, from: start)
    case (.value, .expression(let expression)): return try term(expression, height: expression.height, from: start)
    case (.text, .value(.string(let text))): return try term(.constant(.string(text)), height: 1, from: start)
    case (.integer, .value(let value)):
      if let number = FormatNumber.whole(value) { return try term(.constant(number), height: 1, from: start) }
    case (.real, .value(let value)):
      if let number = FormatNumber.real(value) { return try term(.constant(number), height: 1, from: start) }
    default: break
    }
    let wanted =
      switch specifier.kind {
      case .integer: "an integer"
      case .real: "a number"
      default: "text"
      }
    throw error(
      .arguments, "\(specifier.text) needs \(wanted), but argument \(argumentNumber) is \(argument.kind)", at: start)
  }

  /// The keys of a path given as `%K`.
  mutating func keyArgument(_ specifier: FormatSpecifier, at start: FormatToken) throws -> [String] {
    let argument = try takeArgument(specifier, at: start)
    guard case .value(.string(let path)) = argument else {
      throw error(
        .arguments, "%K needs a key path as text, but argument \(argumentNumber) is \(argument.kind)", at: start)
    }
    let keys = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard !keys.contains("") else {
      throw error(
        .arguments, "\"\(path)\" (argument \(argumentNumber), for %K) is no key path: a key is empty", at: start)
    }
    return keys
  }
}

extension FormatExpression {
  /// The path of those keys from the evaluated object; a first `SELF` is that object.
  package init(keys: [String]) {
    guard keys.first?.uppercased() == "SELF" else {
      self = .path(.evaluatedObject, keys)
      return
    }
    self = keys.count == 1 ? .evaluatedObject : .path(.evaluatedObject, Array(keys.dropFirst()))
  }
}
