public import Foundation

/// Who edits in a context: its identity towards data stores.
public struct EditingState: Identifiable, Sendable {
  public typealias ID = UUID
  public let id: UUID
  public var author: String?

  init(id: UUID = UUID(), author: String? = nil) {
    self.id = id
    self.author = author
  }
}
