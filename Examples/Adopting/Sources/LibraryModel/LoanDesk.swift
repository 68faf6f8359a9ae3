import Foundation
import SwiftData

/// The loans that should be back by a date, the oldest first.
public func overdueLoans(at now: Date, in context: ModelContext) throws -> [Loan] {
  try context.fetch(
    FetchDescriptor<Loan>(predicate: #Predicate { $0.dueAt < now }, sortBy: [SortDescriptor(\.dueAt)]))
}
