import Foundation

@testable import causeway

/// The command as it was built, beside the running tests: for what only a process of its own shows.
enum BuiltCommand {
  static let url = SourceHelper.beside.url.deletingLastPathComponent().appendingPathComponent("causeway")
}
