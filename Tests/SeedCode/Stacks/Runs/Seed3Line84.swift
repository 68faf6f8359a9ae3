// swift-format-ignore-file
// SEED 3:84-90
import CoreData
extension Snippet {
   var title: String {
        get { self.title_ ?? "" }
        set { self.title_ = newValue  }
    }
}
// END
