// swift-format-ignore-file
// SEED 3:212-212
@FetchRequest(sortDescriptors: [SortDescriptor(\Folder.creationDate_)]) private var folders: FetchedResults<Folder>
// END
