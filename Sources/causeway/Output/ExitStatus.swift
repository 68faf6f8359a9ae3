/// What the tool tells the shell.
package enum ExitStatus: Int32, Sendable {
  /// Everything is as it should be.
  case fine = 0
  /// The tool did its work and found something that needs a look.
  case findings = 1
  /// The tool could not run, or its input is bad.
  case failure = 2
}
