// swift-format-ignore-file
import SwiftData

enum Seed1Line400 {
// SEED 1:400-406
// ❌ Forgetting to provide init for @Model class
@Model
class Item {
    var title: String
    var timestamp: Date
    // Compiler error: @Model requires explicit init
}
// END
}
