import Foundation

/// The entry point of the command: its arguments in, its exit status out.
@main
struct Main {
  static func main() {
    let status = Tool.run(Array(CommandLine.arguments.dropFirst()), console: .standard)
    exit(status.rawValue)
  }
}
