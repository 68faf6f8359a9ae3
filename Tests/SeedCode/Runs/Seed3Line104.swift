// swift-format-ignore-file
import SwiftData

enum Seed3Line104 {
// SEED 3:104-112
@Model final public class Snippet {

    @Attribute(originalName: "title_")
    var title: String
    
    init(title: String) {
       self.title = title
    }
}
// END
}
