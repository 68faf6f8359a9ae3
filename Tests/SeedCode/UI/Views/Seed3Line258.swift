// swift-format-ignore-file
import SwiftData
import SwiftUI

struct Seed3Line258: View {
// SEED 3:258-263
@Environment(\.modelContext) private var context

private func addFolder() {
     let folder = Folder(name_: "new folder")
     context.insert(folder)
}
// END

  var body: some View { Button("Add", action: addFolder) }
}
