/// Sorts the words after a verb by the verb's declaration.
struct ArgumentParser {
  let declared: [Argument]

  init(_ declared: [Argument]) { self.declared = declared + Argument.common }

  /// `--help` wins over everything that is missing or wrong after it, as people type it when they are lost.
  func parse(_ words: [String]) throws -> ParsedArguments {
    var parsed = ParsedArguments()
    var places = declared.compactMap { argument -> (name: String, isOptional: Bool)? in
      if case .positional(let name, let isOptional, _) = argument { (name, isOptional) } else { nil }
    }[...]
    var rest = words[...]
    var acceptsOptions = true
    while let word = rest.popFirst() {
      if acceptsOptions && word == "--" {
        acceptsOptions = false
      } else if acceptsOptions && word.hasPrefix("-") && word != "-" {
        try take(option: word, rest: &rest, into: &parsed)
        if parsed.flags.contains("help") { return parsed }
      } else if let place = places.popFirst() {
        parsed.positionals[place.name] = word
      } else {
        throw CommandError("unexpected argument \"\(word)\"")
      }
    }
    if let place = places.first, !place.isOptional { throw CommandError("\(place.name) is missing") }
    for case .option(let name, let short, let value, true, _) in declared where parsed.options[name] == nil {
      throw CommandError("\(short.map { "-\($0)" } ?? "--\(name)") \(value) is missing")
    }
    return parsed
  }

  private func take(option word: String, rest: inout ArraySlice<String>, into parsed: inout ParsedArguments) throws {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let spelled = String(parts[0])
    let attached = parts.count == 2 ? String(parts[1]) : nil
    for argument in declared {
      switch argument {
      case .flag(let name, let short, _) where Self.matches(spelled, name, short):
        if attached != nil { throw CommandError("\(spelled) takes no value") }
        parsed.flags.insert(name)
        return
      case .option(let name, let short, let value, _, _) where Self.matches(spelled, name, short):
        if parsed.options[name] != nil { throw CommandError("\(spelled) is given twice") }
        guard let text = attached ?? rest.first, attached != nil || !Self.looksLikeOption(text) else {
          throw CommandError("\(spelled) needs a value (\(value))")
        }
        if attached == nil { rest.removeFirst() }
        parsed.options[name] = text
        return
      case .list(let name, let value, _) where Self.matches(spelled, name, nil):
        guard let text = attached ?? rest.first, attached != nil || !text.hasPrefix("--") else {
          throw CommandError("\(spelled) needs a value (\(value))")
        }
        if attached == nil { rest.removeFirst() }
        parsed.lists[name, default: []].append(text)
        return
      default: continue
      }
    }
    throw CommandError("unknown option \"\(spelled)\"" + NearestName.hint(for: spelled, among: spellings))
  }

  private var spellings: [String] {
    declared.compactMap {
      switch $0 {
      case .flag(let name, _, _), .option(let name, _, _, _, _), .list(let name, _, _): "--" + name
      case .positional: nil
      }
    }
  }

  private static func matches(_ word: String, _ name: String, _ short: Character?) -> Bool {
    word == "--" + name || short.map { word == "-\($0)" } ?? false
  }

  private static func looksLikeOption(_ word: String) -> Bool {
    word.hasPrefix("-") && word.count > 1 && Double(word) == nil
  }
}
