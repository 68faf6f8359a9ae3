package import Foundation

/// An expression of a mapping model.
package enum MappingExpression: Hashable, Sendable {
  /// In the format of predicates: `$source.title`.
  case format(String)
  /// The archive that stands in the file, and why it is not understood.
  case unread(Data, reason: String)

  /// As a list of what a mapping does has it.
  package var words: String {
    switch self {
    case .format(let text): text
    case .unread(_, let reason): "an expression that cannot be read: \(reason)"
    }
  }
}
