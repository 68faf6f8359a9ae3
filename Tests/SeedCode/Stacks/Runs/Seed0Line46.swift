// swift-format-ignore-file
import CoreData

func block0Line46(_ context: NSManagedObjectContext, _ member: String) throws -> ([CDLoan], Int) {
// SEED 0:46-59
func overdueLoans(for member: String, in context: NSManagedObjectContext) throws -> [CDLoan] {
    let request = NSFetchRequest<CDLoan>(entityName: "Loan")
    let conditions = [
        NSPredicate(format: "memberName ==[cd] %@", member),
        NSPredicate(format: "dueAt < %@", Date() as NSDate)
    ]
    request.predicate = NSCompoundPredicate(andPredicateWithSubpredicates: conditions)
    request.sortDescriptors = [NSSortDescriptor(keyPath: \CDLoan.dueAt, ascending: true)]
    request.fetchLimit = 50
    request.relationshipKeyPathsForPrefetching = ["book"]
    return try context.fetch(request)
}

let openCount = try context.count(for: NSFetchRequest<CDLoan>(entityName: "Loan"))
// END
return (try overdueLoans(for: member, in: context), openCount)
}
