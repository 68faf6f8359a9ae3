// swift-format-ignore-file
import CoreData
import SwiftUI

struct Seed3Line212: View {
// SEED 3:212-212
@FetchRequest(sortDescriptors: [SortDescriptor(\Folder.creationDate_)]) private var folders: FetchedResults<Folder>
// END

  var body: some View { List(folders) { FolderRow(folder: $0) } }
}
