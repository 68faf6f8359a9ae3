import Foundation
import SQLiteDriver
import SQLiteStore

/// Whether Core Data code says that a store with history goes on keeping it.
///
/// Apple's framework opens such a store read-only where the option is left out.
struct HistoryOption {
  private static let option = "NSPersistentHistoryTrackingKey"
  private static let openings = ["NSPersistentContainer(", "NSPersistentStoreDescription(", "addPersistentStore("]

  /// What is to be said of a store and the Swift files of a folder; `nil` for nothing.
  ///
  /// - Throws: an error of one line when the store cannot be read.
  static func note(store: String, folder: String) throws -> String? {
    guard try Connection(path: store, mode: .untouched).hasTable(HistoryTable.transaction.name) else { return nil }
    var opening: [String] = []
    for name in SwiftFiles(in: folder).map({ Array($0) }) ?? [] {
      let file = URL(fileURLWithPath: folder).appendingPathComponent(name)
      guard let text = try? String(contentsOf: file, encoding: .utf8) else { continue }
      if text.contains(option) { return nil }
      if openings.contains(where: text.contains) { opening.append(file.lastPathComponent) }
    }
    guard !opening.isEmpty else { return nil }
    return
      "The store keeps history, and \(opening.sorted().joined(separator: ", ")) in \(folder) open stores of Core Data "
      + "without \(option): Apple's framework opens this one read-only then. Set the option in the store's description."
  }
}
