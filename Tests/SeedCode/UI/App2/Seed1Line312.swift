// swift-format-ignore-file
import SwiftData
import SwiftUI

// SEED 1:312-323
@main
struct MyApp: App {
    var body: some Scene {
        WindowGroup {
            ContentView()
        }
        .modelContainer(
            for: ItemSchemaV2.Item.self,
            migrationPlan: ItemMigrationPlan.self
        )
    }
}
// END
