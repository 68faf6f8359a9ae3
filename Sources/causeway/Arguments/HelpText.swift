/// The texts of `--help`.
enum HelpText {
  static func overall(_ commands: [any Command.Type]) -> String {
    let width = commands.map { $0.name.count }.max() ?? 0
    let verbs = commands.map { "  " + $0.name.padded(to: width + 2) + $0.summary }
    return """
      causeway reads, checks and carries over Core Data models and stores, for SwiftData on Linux.

      USAGE: causeway VERB … [--json] [--help]
             causeway --version

      VERBS
      \(verbs.joined(separator: "\n"))

      Exit status: 0 fine, 1 findings, 2 could not run or bad input.
      `causeway VERB --help` says more about a verb.
      """
  }

  static func usage(_ command: any Command.Type) -> String {
    var lines: [String] = []
    var line = "causeway \(command.name)"
    for word in (command.arguments + Argument.common).map(\.usage) {
      if line.count + word.count > 100 {
        lines.append(line)
        line = String(repeating: " ", count: "USAGE: causeway".count)
      }
      line += " " + word
    }
    return (lines + [line]).joined(separator: "\n")
  }

  static func verb(_ command: any Command.Type) -> String {
    let all = command.arguments + Argument.common
    let width = all.map { $0.heading.count }.max() ?? 0
    let lines = all.map { "  " + $0.heading.padded(to: width + 2) + $0.help }
    return """
      \(command.summary)

      USAGE: \(usage(command))

      \(lines.joined(separator: "\n"))

      \(command.discussion)

      EXAMPLE: \(command.example)
      """
  }
}

extension String {
  /// The string with spaces after it until it has `width` characters.
  package func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
