// swift-format-ignore-file
import SwiftData
import SwiftUI

// SEED 1:94-103
// Option 1: In SwiftUI (preferred)
@main
struct MyApp: App {
    var body: some Scene {
        WindowGroup {
            ContentView()
        }
        .modelContainer(for: [Item.self, Tag.self])
    }
}
// END
