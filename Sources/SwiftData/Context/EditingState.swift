public import Foundation

/// Who edits in a context.
public struct EditingState: Identifiable, Sendable {
  public let id: UUID
  public var author: String?
}
