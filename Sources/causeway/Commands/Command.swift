/// One verb of the tool.
///
/// A verb is added by writing a type and naming it in `CommandList.all`. `--help` and `--json` are every verb's and
/// need no declaration.
package protocol Command: Sendable {
  /// The word on the command line.
  static var name: String { get }
  /// One line for the list of verbs.
  static var summary: String { get }
  /// What the verb does, what its exit status means; paragraphs for `--help`.
  static var discussion: String { get }
  /// A command line that works, for `--help`.
  static var example: String { get }
  static var arguments: [Argument] { get }

  /// Takes its arguments, or throws a `CommandError` that says which one is wrong.
  init(_ arguments: ParsedArguments) throws

  /// Does the work. What goes wrong is thrown: the tool prints one line and exits with `ExitStatus.failure`.
  func run(_ console: Console) throws -> ExitStatus
}
