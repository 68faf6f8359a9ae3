import Foundation
import SwiftData

@Model
public final class Book {
  public var title: String
  public var isbn: String
  public var publishedOn: Date?
  @Relationship(deleteRule: .nullify, inverse: \Loan.book)
  public var loans: [Loan] = []

  public init(title: String, isbn: String, publishedOn: Date? = nil) {
    self.title = title
    self.isbn = isbn
    self.publishedOn = publishedOn
  }
}
