import Foundation
import SQLiteDriver

/// One value out of a store's file.
enum SQLiteText {
  static func read(_ url: URL, _ sql: String) throws -> String? {
    try Connection(path: url.path, mode: .readOnly, busyTimeout: .seconds(1)).text(sql)
  }
}
