// swift-format-ignore-file
import SwiftData

enum Seed1Line63 {
// SEED 1:63-69
@Model
class Item {
    #Unique<Item>([\.title, \.timestamp])

    var title: String
    var timestamp: Date
}
// END
}
