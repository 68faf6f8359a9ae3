// swift-format-ignore-file
import SwiftData

enum Seed1Line441 {
  @Model class Tag {
    init() {}
  }
// SEED 1:441-445
// ✅ Use Swift arrays
@Model
class Item {
    var tags: [Tag]
}
// END
}
