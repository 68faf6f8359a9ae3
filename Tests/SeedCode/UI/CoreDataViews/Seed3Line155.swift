// swift-format-ignore-file
import CoreData
import SwiftUI

struct Seed3Line155: View {
// SEED 3:155-155
@Environment(\.managedObjectContext) var context
// END

  var body: some View { Text("\(context.hasChanges)") }
}
