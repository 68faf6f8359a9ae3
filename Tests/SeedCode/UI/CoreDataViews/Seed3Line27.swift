// swift-format-ignore-file
import CoreData
import SwiftUI

// SEED 3:27-32
struct ContentView: View {
   @ObservedObject var trip: CDTrip
   var body: some View {
     Text(trip.name)
  }
}
// END
