/// The words of a command line, sorted by the declaration of a verb.
package struct ParsedArguments: Hashable, Sendable {
  var positionals: [String: String] = [:]
  var options: [String: String] = [:]
  var lists: [String: [String]] = [:]
  var flags: Set<String> = []

  /// The result goes out as JSON.
  package var wantsJSON: Bool { flags.contains("json") }

  package func positional(_ name: String) throws -> String {
    guard let value = positionals[name] else { throw CommandError("\(name) is missing") }
    return value
  }

  package func optionalPositional(_ name: String) -> String? { positionals[name] }

  package func option(_ name: String) -> String? { options[name] }

  /// What a repeatable option was given, in order.
  package func list(_ name: String) -> [String] { lists[name] ?? [] }

  package func requiredOption(_ name: String) throws -> String {
    guard let value = options[name] else { throw CommandError("--\(name) is missing") }
    return value
  }

  /// The option as a place to write to: no name that stands for something else than a file.
  package func requiredPath(_ name: String) throws -> String {
    let path = try requiredOption(name)
    guard !path.isEmpty, path != ":memory:" else {
      throw CommandError("--\(name) takes a path; \"\(path)\" is no usable one")
    }
    return path
  }

  /// The option as a whole number within bounds, or `nil` when it is not given.
  package func integer(_ name: String, in bounds: ClosedRange<Int>) throws -> Int? {
    guard let text = options[name] else { return nil }
    guard let value = Int(text), bounds.contains(value) else {
      let limit =
        bounds.upperBound == .max ? "from \(bounds.lowerBound)" : "\(bounds.lowerBound) to \(bounds.upperBound)"
      throw CommandError("--\(name) takes a whole number (\(limit)), not \"\(text)\"")
    }
    return value
  }

  package func hasFlag(_ name: String) -> Bool { flags.contains(name) }
}
