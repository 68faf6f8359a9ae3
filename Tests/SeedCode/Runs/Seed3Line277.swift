// swift-format-ignore-file
import SwiftData

struct Seed3Line277 {
  func run(_ folder: Folder) { delete(folder: folder) }

// SEED 3:277-281
private func delete(folder: Folder) {
   if let context = folder.modelContext {
     context.delete(folder)
   }
}
// END
}
