import SwiftData

/// The entity `Book`; Core Data's class of it is `CDBook`.
@Model public final class Book {
  public var title: String
  public var pages: Int
  @Relationship(deleteRule: .cascade, inverse: \Loan.book) public var loans: [Loan] = []

  public init(title: String, pages: Int) {
    self.title = title
    self.pages = pages
  }
}
