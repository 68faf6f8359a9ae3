// swift-format-ignore-file
import SwiftData
import SwiftUI

struct Seed3Line159: View {
// SEED 3:159-159
@Environment(\.modelContext) private var context
// END

  var body: some View { Text("\(context.hasChanges)") }
}
