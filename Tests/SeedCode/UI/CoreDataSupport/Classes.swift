import CoreData
import SwiftUI

// The managed objects that the views show, and the views that theirs are made of.

class Item: NSManagedObject, Identifiable {
  @NSManaged var title: String
  @NSManaged var timestamp: Date
  @NSManaged var isComplete: Bool
}

class CDTrip: NSManagedObject {
  @NSManaged var name: String
}

class Folder: NSManagedObject, Identifiable {
  @NSManaged var name_: String?
  @NSManaged var creationDate_: Date?
}

struct ItemRow: View {
  @ObservedObject var item: Item
  var body: some View { Text(item.title) }
}

struct FolderRow: View {
  @ObservedObject var folder: Folder
  var body: some View { Text(folder.name_ ?? "") }
}
