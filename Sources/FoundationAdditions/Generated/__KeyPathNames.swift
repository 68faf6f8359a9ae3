import Synchronization

/// The property names behind key paths to accessors, which the language does not tell on Linux.
///
/// Generated code adds its table before a program's `main`; tables are asked for when a name is wanted the first time.
public enum __KeyPathNames {
  private static let shared = Table()

  /// - Parameter names: key paths of one step each.
  public static func add(_ names: @escaping @Sendable () -> [AnyKeyPath: String]) {
    shared.sources.withLock { $0.append(names) }
  }

  /// The keys along a path, joined by dots; `nil` where one of its steps is in no table.
  package static func name(of path: AnyKeyPath) -> String? { shared.name(of: path) }

  private final class Table: @unchecked Sendable {
    // Unchecked because what is found is only touched under the lock of `sources`.

    let sources = Mutex<[@Sendable () -> [AnyKeyPath: String]]>([])
    private var known: [AnyKeyPath: String] = [:]
    /// By the description of a step, which names its getter's address: the same in every path that goes through it.
    private var steps: [Substring: String] = [:]

    func name(of path: AnyKeyPath) -> String? {
      sources.withLock { sources in
        for source in sources { add(source()) }
        sources = []
        if let name = known[path] { return name }
        guard !steps.isEmpty else { return nil }
        var names: [String] = []
        for step in Self.steps(of: path) {
          if let name = steps[step] {
            names.append(name)
          } else if !step.contains("<"), !step.isEmpty {
            // A stored property prints by its name.
            names.append(String(step))
          } else {
            return nil
          }
        }
        guard !names.isEmpty else { return nil }
        let name = names.joined(separator: ".")
        known[path] = name
        return name
      }
    }

    private func add(_ names: [AnyKeyPath: String]) {
      for (path, name) in names {
        known[path] = name
        let parts = Self.steps(of: path)
        if parts.count == 1, let step = parts.first { steps[step] = name }
      }
    }

    /// `\Loan.<computed 0x1 (Optional<Book>)>?.<computed 0x2 (Int)>?` by its steps, without marks of optionals.
    private static func steps(of path: AnyKeyPath) -> [Substring] {
      let text = Substring("\(path)")
      // The root may hold dots of its own between angle brackets.
      var depth = 0
      var parts: [Substring] = []
      var start = text.startIndex
      for index in text.indices {
        switch text[index] {
        case "<": depth += 1
        case ">": depth -= 1
        case "." where depth == 0:
          parts.append(text[start..<index])
          start = text.index(after: index)
        default: break
        }
      }
      parts.append(text[start...])
      return parts.dropFirst().map { part in
        var part = part
        while let last = part.last, last == "?" || last == "!" { part.removeLast() }
        return part
      }
    }
  }
}
