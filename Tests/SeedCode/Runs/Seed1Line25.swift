// swift-format-ignore-file
// SEED 1:25-40
import SwiftData

@Model
class Item {
    var title: String
    var timestamp: Date
    var isComplete: Bool
    var tags: [Tag]  // Direct Swift array, not NSSet

    init(title: String, timestamp: Date = .now, isComplete: Bool = false, tags: [Tag] = []) {
        self.title = title
        self.timestamp = timestamp
        self.isComplete = isComplete
        self.tags = tags
    }
}
// END
