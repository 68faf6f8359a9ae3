// swift-format-ignore-file
import SwiftData
import SwiftUI

struct Seed3Line175: View {
  var body: some View {
    Text("")
// SEED 3:175-175
.modelContainer(for: Snippet.self, isAutosaveEnabled: false)
// END
  }
}
