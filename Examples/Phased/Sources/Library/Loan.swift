import Foundation
import SwiftData

/// The entity `Loan`; Core Data's class of it is `CDLoan`.
@Model public final class Loan {
  public var dueAt: Date
  public var renewals: Int
  public var book: Book?
  public var member: Member?

  public init(dueAt: Date, book: Book?, member: Member?) {
    self.dueAt = dueAt
    renewals = 0
    self.book = book
    self.member = member
  }
}
