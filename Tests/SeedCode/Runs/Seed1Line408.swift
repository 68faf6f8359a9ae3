// swift-format-ignore-file
import SwiftData

enum Seed1Line408 {
// SEED 1:408-418
// ✅ Always provide init
@Model
class Item {
    var title: String
    var timestamp: Date

    init(title: String, timestamp: Date = .now) {
        self.title = title
        self.timestamp = timestamp
    }
}
// END
}
