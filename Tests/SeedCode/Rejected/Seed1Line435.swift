// swift-format-ignore-file
import SwiftData

enum Seed1Line435 {
// SEED 1:435-439
// ❌ Using NSSet for relationships
@Model
class Item {
    var tags: NSSet?  // Wrong, use Swift types
}
// END
}
