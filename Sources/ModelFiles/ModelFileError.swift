/// Why a model file cannot be read: one line with the file and, where known, the place in it.
package struct ModelFileError: Error, Hashable, Sendable, CustomStringConvertible {
  package var path: String
  package var message: String

  package init(_ message: String, path: String) {
    self.message = message
    self.path = path
  }

  package var description: String { path.isEmpty ? message : "\(path): \(message)" }
}
