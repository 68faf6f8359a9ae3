import SwiftData

@Model class Item {
  var title: String
  var isComplete: Bool = false

  init(title: String) { self.title = title }
}
