// swift-format-ignore-file
import SwiftData

enum Seed1Line52 {
// SEED 1:52-59
@Model
class Item {
    var title: String
    var timestamp: Date

    // Not persisted
    @Transient var isSelected: Bool = false
}
// END
}
