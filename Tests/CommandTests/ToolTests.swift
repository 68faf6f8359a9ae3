import Testing
import causeway

@Suite struct ToolTests {
  /// A verb that says what it was given.
  struct Echo: Command {
    static let name = "echo"
    static let summary = "Says what it was given."
    static let discussion = "For tests."
    static let example = "causeway echo hello -o ."
    static let arguments: [Argument] = [
      .positional("WORD", "what to say"),
      .positional("MORE", "what else to say", isOptional: true),
      .option("times", short: "t", value: "N", "how often"),
      .option("output", short: "o", value: "DIR", "where to", isRequired: true),
      .flag("loud", "in capitals"),
    ]
    let arguments: ParsedArguments

    init(_ arguments: ParsedArguments) { self.arguments = arguments }

    func run(_ console: Console) throws -> causeway.ExitStatus {
      let times = try arguments.integer("times", in: 1...9) ?? 1
      let word = try arguments.positional("WORD")
      if arguments.wantsJSON {
        console.print(.document(["word": .string(word), "times": .integer(Int64(times))]))
      } else {
        console.print(String(repeating: arguments.hasFlag("loud") ? word.uppercased() : word, count: times))
      }
      return .findings
    }
  }

  private func run(_ words: [String]) -> (status: causeway.ExitStatus, output: String, errors: String) {
    let captured = CapturedOutput()
    let status = Tool.run(words, console: captured.console, commands: [Echo.self])
    return (status, captured.output, captured.errors)
  }

  @Test(arguments: [
    (["echo", "hi", "-o", "x"], "hi\n"),
    (["echo", "--times=2", "hi", "--loud", "--output", "x"], "HIHI\n"),
    (["echo", "-o", "-1", "--", "--loud"], "--loud\n"),
    (["echo", "hi", "-o", "x", "--json"], "{\n  \"format\": 1,\n  \"times\": 1,\n  \"word\": \"hi\"\n}\n"),
  ])
  func runs(_ words: [String], _ output: String) {
    let result = run(words)
    #expect(result.status == .findings)
    #expect(result.output == output)
    #expect(result.errors == "")
  }

  @Test(arguments: [
    (["ecoh"], "unknown verb \"ecoh\"; did you mean \"echo\"?"),
    (["dump"], "unknown verb \"dump\"; see causeway --help"),
    (["echo", "-o", "x"], "WORD is missing"),
    (["echo", "hi"], "-o DIR is missing"),
    (["echo", "a", "b", "c", "-o", "x"], "unexpected argument \"c\""),
    (["echo", "hi", "--jsno"], "unknown option \"--jsno\"; did you mean \"--json\"?"),
    (["echo", "hi", "--times"], "--times needs a value (N)"),
    (["echo", "hi", "-o", "--json"], "-o needs a value (DIR)"),
    (["echo", "hi", "-o", "x", "-o", "y"], "-o is given twice"),
    (["echo", "hi", "--loud=yes"], "--loud takes no value"),
    (["echo", "hi", "-o", "x", "-t", "ten"], "--times takes a whole number (1 to 9), not \"ten\""),
  ])
  func refuses(_ words: [String], _ line: String) {
    let result = run(words)
    #expect(result.status == .failure)
    #expect(result.output == "")
    #expect(result.errors == "causeway: \(line)\n")
  }

  @Test func everyVerbHelpsWithAnExample() {
    for command in CommandList.all {
      let captured = CapturedOutput()
      #expect(Tool.run([command.name, "--help"], console: captured.console) == .fine)
      #expect(captured.output.contains("\nUSAGE: causeway \(command.name) "))
      #expect(captured.output.contains("\nEXAMPLE: causeway \(command.name) "))
      #expect(captured.output.contains("Exit status: 0 "))
      #expect(captured.output.split(separator: "\n").allSatisfy { $0.count <= 120 }, "\(captured.output)")
      let other = CapturedOutput()
      #expect(Tool.run(["help", command.name], console: other.console) == .fine)
      #expect(other.output == captured.output)
    }
  }

  @Test func saysItsVersion() {
    let captured = CapturedOutput()
    #expect(Tool.run(["--version"], console: captured.console) == .fine)
    #expect(captured.output == "causeway \(Tool.version)\n")
    #expect(run(["--versoin"]).errors == "causeway: unknown option \"--versoin\"; did you mean \"--version\"?\n")
  }

  @Test func helps() {
    #expect(run(["--help"]).output.contains("  echo  Says what it was given."))
    let help = run(["echo", "--help"])
    #expect(help.status == .fine)
    #expect(
      help.output == """
        Says what it was given.

        USAGE: causeway echo WORD [MORE] [--times N] -o DIR [--loud] [--json] [--help]

          WORD              what to say
          MORE              what else to say
          -t, --times N     how often
          -o, --output DIR  where to
          --loud            in capitals
          --json            print the result as one JSON document
          -h, --help        show this help

        For tests.

        EXAMPLE: causeway echo hello -o .

        """)
  }
}
