import QueryModel
import Synchronization

/// The statements made so far, by the shapes of their requests.
final class StatementTemplates: Sendable {
  struct Key: Hashable {
    let shape: FetchShape
    let isCount: Bool
  }

  private struct Content {
    var templates: [Key: StatementTemplate] = [:]
    var lowerings = 0
  }

  private let content = Mutex(Content())

  /// A program has few shapes; one that makes them up must not keep them all.
  private static let limit = 512

  /// How many requests were lowered.
  var lowerings: Int { content.withLock { $0.lowerings } }

  subscript(key: Key) -> StatementTemplate? { content.withLock { $0.templates[key] } }

  func noteLowering() { content.withLock { $0.lowerings += 1 } }

  func keep(_ template: StatementTemplate, for key: Key) {
    content.withLock { content in
      if content.templates.count >= Self.limit { content.templates.removeAll(keepingCapacity: true) }
      content.templates[key] = template
    }
  }
}
