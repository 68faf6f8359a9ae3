import Foundation
import SwiftData

@Model
public final class Loan {
  public var memberName: String
  public var dueAt: Date
  public var book: Book?

  public init(memberName: String, dueAt: Date, book: Book? = nil) {
    self.memberName = memberName
    self.dueAt = dueAt
    self.book = book
  }
}
