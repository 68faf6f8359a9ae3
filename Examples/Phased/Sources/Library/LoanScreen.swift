import Foundation
import SwiftData

/// The first screen that was written anew.
public struct LoanScreen {
  private let context: ModelContext

  public init(_ context: ModelContext) { self.context = context }

  /// The loans that should be back, the oldest first, a line each.
  public func overdue(on day: Date) throws -> [String] {
    let loans = try context.fetch(
      FetchDescriptor<Loan>(predicate: #Predicate { $0.dueAt < day }, sortBy: [SortDescriptor(\.dueAt)]))
    return loans.map { loan in
      let renewed = loan.renewals == 0 ? "" : ", renewed \(loan.renewals) times"
      return "\(loan.member?.name ?? "nobody") has \(loan.book?.title ?? "nothing")\(renewed)"
    }
  }

  /// Every object of the store in one line.
  public func summary() throws -> String {
    let books = try context.fetchCount(FetchDescriptor<Book>())
    let members = try context.fetchCount(FetchDescriptor<Member>())
    return "\(books) books, \(members) members, \(try context.fetchCount(FetchDescriptor<Loan>())) loans"
  }
}

/// The day that the programs take for today, so that they say the same whenever they run.
public let today = Date(timeIntervalSinceReferenceDate: 780_000_000)

/// The store of an app that has its file where Core Data made it.
public func openLibrary(_ store: URL) throws -> ModelContext {
  ModelContext(
    try ModelContainer(for: Book.self, Member.self, Loan.self, configurations: ModelConfiguration(url: store)))
}
