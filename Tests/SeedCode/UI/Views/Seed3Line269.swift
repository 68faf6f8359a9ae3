// swift-format-ignore-file
import SwiftData
import SwiftUI

struct Seed3Line269: View {
  let folder: Folder
// SEED 3:269-273
@Environment(\.modelContext) private var context

private func delete(folder: Folder) {
    context.delete(folder)
}
// END

  var body: some View { Button("Delete") { delete(folder: folder) } }
}
