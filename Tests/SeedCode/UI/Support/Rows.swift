import SwiftData
import SwiftUI

// The views that the seeds' views are made of.

struct ItemRow: View {
  let item: Item
  var body: some View { Text(item.title) }
}

struct FolderRow: View {
  let folder: Folder
  var body: some View { Text(folder.name_) }
}

struct ContentView: View {
  @Query var items: [Item]
  var body: some View { List(items) { ItemRow(item: $0) } }
}
