// swift-format-ignore-file
import CoreData

struct Seed0Line65 {
// SEED 0:65-79
enum LibraryStoreError: Error { case duplicate, missingField, other(Error) }

func commit(_ moc: NSManagedObjectContext) throws {
    if !moc.hasChanges { return }
    do {
        try moc.save()
    } catch let error as NSError {
        moc.rollback()
        switch error.code {
        case NSManagedObjectConstraintMergeError: throw LibraryStoreError.duplicate
        case NSValidationMissingMandatoryPropertyError: throw LibraryStoreError.missingField
        default: throw LibraryStoreError.other(error)
        }
    }
}
// END
}
