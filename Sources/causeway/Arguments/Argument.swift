/// One thing that a verb accepts after its name.
package enum Argument: Hashable, Sendable {
  /// A word by its place; `name` is in capitals, as in usage lines.
  case positional(name: String, isOptional: Bool, help: String)
  /// `--name VALUE`, `--name=VALUE`, `-n VALUE`.
  case option(name: String, short: Character?, value: String, isRequired: Bool, help: String)
  /// `--name VALUE`, as often as wanted; a value may begin with one hyphen.
  case list(name: String, value: String, help: String)
  /// `--name`.
  case flag(name: String, short: Character?, help: String)

  package static func positional(_ name: String, _ help: String, isOptional: Bool = false) -> Argument {
    .positional(name: name, isOptional: isOptional, help: help)
  }

  package static func option(
    _ name: String, short: Character? = nil, value: String, _ help: String, isRequired: Bool = false
  ) -> Argument {
    .option(name: name, short: short, value: value, isRequired: isRequired, help: help)
  }

  package static func list(_ name: String, value: String, _ help: String) -> Argument {
    .list(name: name, value: value, help: help)
  }

  package static func flag(_ name: String, short: Character? = nil, _ help: String) -> Argument {
    .flag(name: name, short: short, help: help)
  }

  /// What every verb takes.
  static let common: [Argument] = [
    .flag("json", "print the result as one JSON document"),
    .flag("help", short: "h", "show this help"),
  ]

  /// How a usage line writes it.
  var usage: String {
    switch self {
    case .positional(let name, let isOptional, _): isOptional ? "[\(name)]" : name
    case .option(let name, let short, let value, true, _): "\(short.map { "-\($0)" } ?? "--\(name)") \(value)"
    case .option(let name, _, let value, false, _): "[--\(name) \(value)]"
    case .list(let name, let value, _): "[--\(name) \(value)]…"
    case .flag(let name, _, _): "[--\(name)]"
    }
  }

  /// How the list of a verb's help writes it.
  var heading: String {
    switch self {
    case .positional(let name, _, _): name
    case .option(let name, let short, let value, _, _): (short.map { "-\($0), " } ?? "") + "--\(name) \(value)"
    case .list(let name, let value, _): "--\(name) \(value)"
    case .flag(let name, let short, _): (short.map { "-\($0), " } ?? "") + "--\(name)"
    }
  }

  var help: String {
    switch self {
    case .positional(_, _, let help), .option(_, _, _, _, let help), .list(_, _, let help),
      .flag(_, _, let help):
      help
    }
  }
}
