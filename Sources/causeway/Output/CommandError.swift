import Foundation
import SQLiteDriver
import SQLiteStore
import StoreContract

/// A reason for which a verb cannot do its work, in one line.
package struct CommandError: Error, Hashable, Sendable, CustomStringConvertible {
  package var message: String

  package init(_ message: String) { self.message = message }

  /// What is wrong with a file, after its path where the error does not say it.
  init(_ path: String, _ error: any Error) {
    let line = Self.line(for: error)
    message = line.contains(path) ? line : "\(path): \(line)"
  }

  package var description: String { message }

  /// Any error as one line without control characters.
  package static func line(for error: any Error) -> String {
    let text: String
    switch error {
    case let error as CocoaError:
      let path = error.filePath ?? error.url?.path
      text = error.localizedDescription + (path.map { " (\($0))" } ?? "")
    case let error as SQLiteError: text = StoreError(error).description
    case let error as StoreError:
      let path = error.path.flatMap { error.description.contains($0) ? nil : $0 }
      text = (path.map { "\($0): " } ?? "") + error.description
    case let error as POSIXError: text = String(cString: strerror(error.code.rawValue))
    default: text = String(describing: error)
    }
    let scalars = text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : Character($0) }
    return String(scalars).split(separator: " ").joined(separator: " ")
  }
}
