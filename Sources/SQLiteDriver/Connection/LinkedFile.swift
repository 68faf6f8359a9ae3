internal import Foundation

/// The file that a path leads to through symbolic links.
package enum LinkedFile {
  /// What lies beside a database, its log and journal first of all, lies beside the file itself: SQLite follows links.
  ///
  /// Works for a link to a file that is not there yet, which SQLite makes where the link points. Links among the folders
  /// of the path stay, since they lead to the files beside the database as well.
  package static func path(of path: String) -> String {
    var found = path
    for _ in 0..<limit {
      guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: found) else { return found }
      found =
        target.hasPrefix("/")
        ? target : URL(fileURLWithPath: found).deletingLastPathComponent().appendingPathComponent(target).path
    }
    return path
  }

  /// As many as Linux follows; more are taken for a circle, which opening refuses.
  private static let limit = 40
}
