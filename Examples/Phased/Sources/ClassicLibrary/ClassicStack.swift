import CoreData
import Foundation

/// The stack that the app has had for years.
public final class ClassicStack {
  public let container: NSPersistentContainer
  public var context: NSManagedObjectContext { container.viewContext }

  public init(_ store: URL) throws {
    container = NSPersistentContainer(name: "Library", managedObjectModel: ClassicModel.make())
    let description = NSPersistentStoreDescription(url: store)
    description.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
    container.persistentStoreDescriptions = [description]
    var failure: (any Error)?
    container.loadPersistentStores { failure = $1 }
    if let failure { throw failure }
    context.automaticallyMergesChangesFromParent = true
    context.transactionAuthor = "classic"
  }

  public func addBook(_ title: String, pages: Int) -> CDBook {
    let book = CDBook(context: context)
    book.title = title
    book.pages = pages
    return book
  }

  public func addMember(_ name: String) -> CDMember {
    let member = CDMember(context: context)
    member.name = name
    return member
  }

  public func lend(_ book: CDBook, to member: CDMember, until day: Date) {
    let loan = CDLoan(context: context)
    loan.dueAt = day
    loan.book = book
    loan.member = member
  }

  public func books(titled title: String) throws -> [CDBook] {
    let request = NSFetchRequest<CDBook>(entityName: "Book")
    request.predicate = NSPredicate(format: "title == %@", title)
    return try context.fetch(request)
  }

  /// Who wrote how many saves, by history.
  public func authors() throws -> [String: Int] {
    let request = NSPersistentHistoryChangeRequest.fetchHistory(after: Date.distantPast)
    let result = try context.execute(request) as? NSPersistentHistoryResult
    let transactions = result?.result as? [NSPersistentHistoryTransaction] ?? []
    return Dictionary(transactions.map { ($0.author ?? "unknown", 1) }, uniquingKeysWith: +)
  }
}
