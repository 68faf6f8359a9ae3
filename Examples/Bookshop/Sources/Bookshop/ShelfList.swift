import BookshopModel
import CoreData

/// The titles by category, kept current; notes what it is told.
final class ShelfList: NSObject, NSFetchedResultsControllerDelegate {
  let controller: NSFetchedResultsController<Publication>
  private(set) var notes: [String] = []

  init(_ context: NSManagedObjectContext) throws {
    let request = NSFetchRequest<Publication>(entityName: "Publication")
    request.sortDescriptors = [
      NSSortDescriptor(keyPath: \Publication.category?.name, ascending: true),
      NSSortDescriptor(keyPath: \Publication.title, ascending: true),
    ]
    request.relationshipKeyPathsForPrefetching = ["category"]
    controller = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "category.name", cacheName: nil)
    super.init()
    controller.delegate = self
    try controller.performFetch()
  }

  var lines: [String] {
    (controller.sections ?? []).map { section in
      "\(section.name): "
        + (section.objects ?? []).compactMap { ($0 as? Publication)?.title }.joined(separator: ", ")
    }
  }

  func takeNotes() -> [String] {
    defer { notes = [] }
    return notes
  }

  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
    at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
  ) {
    let title = (anObject as? Publication)?.title ?? ""
    switch type {
    case .insert: notes.append("+ \(title)")
    case .delete: notes.append("- \(title)")
    case .move: notes.append("> \(title)")
    case .update: notes.append("~ \(title)")
    @unknown default: break
    }
  }

  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
    for type: NSFetchedResultsChangeType
  ) {
    notes.append("\(type == .insert ? "+" : "-") section \(sectionInfo.name)")
  }
}
