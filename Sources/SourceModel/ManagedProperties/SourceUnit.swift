package import SwiftSyntax

/// One parsed file of a module.
package struct SourceUnit {
  /// As reports name it.
  package var path: String
  package var module: String
  package var tree: SourceFileSyntax

  package init(path: String, module: String, tree: SourceFileSyntax) {
    self.path = path
    self.module = module
    self.tree = tree
  }
}

/// Something that a scan cannot decide, where it is, and what to do about it.
package struct ManagedProblem: Error, Hashable, Sendable, CustomStringConvertible {
  package var path: String
  package var line: Int
  package var column: Int
  package var message: String

  package init(path: String, line: Int, column: Int, message: String) {
    self.path = path
    self.line = line
    self.column = column
    self.message = message
  }

  /// As compilers write it, so that build systems show it at its place.
  package var description: String { "\(path):\(line):\(column): error: \(message)" }
}
