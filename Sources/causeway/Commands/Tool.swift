/// The whole command: picks the verb, runs it, turns what it throws into one line and a status.
package enum Tool {
  /// What `causeway --version` states; "dev" until a release is cut.
  package static let version = "0.1.0-dev"

  package static func run(
    _ words: [String], console: Console, commands: [any Command.Type] = CommandList.all
  ) -> ExitStatus {
    let status = work(words, console, commands)
    guard let failure = console.outputFailure else { return status }
    return fail("the output cannot be written: \(CommandError.line(for: failure))", console)
  }

  private static func work(
    _ words: [String], _ console: Console, _ commands: [any Command.Type]
  ) -> ExitStatus {
    guard let verb = words.first else {
      console.note(HelpText.overall(commands))
      return .failure
    }
    if verb == "--help" || verb == "-h" || verb == "help" {
      if let name = words.dropFirst().first, let command = commands.first(where: { $0.name == name }) {
        console.print(HelpText.verb(command))
      } else {
        console.print(HelpText.overall(commands))
      }
      return .fine
    }
    if verb == "--version" {
      console.print("causeway \(version)")
      return .fine
    }
    guard let command = commands.first(where: { $0.name == verb }) else {
      let kind = verb.hasPrefix("-") ? "option" : "verb"
      let hint = NearestName.hint(for: verb, among: commands.map { $0.name } + ["--help", "--version"])
      return fail("unknown \(kind) \"\(verb)\"" + (hint.isEmpty ? "; see causeway --help" : hint), console)
    }
    return run(command, Array(words.dropFirst()), console)
  }

  private static func run(_ command: any Command.Type, _ words: [String], _ console: Console) -> ExitStatus {
    do {
      let arguments = try ArgumentParser(command.arguments).parse(words)
      if arguments.hasFlag("help") {
        console.print(HelpText.verb(command))
        return .fine
      }
      return try command.init(arguments).run(console)
    } catch {
      return fail(CommandError.line(for: error), console)
    }
  }

  private static func fail(_ line: String, _ console: Console) -> ExitStatus {
    console.note("causeway: " + line)
    return .failure
  }
}
