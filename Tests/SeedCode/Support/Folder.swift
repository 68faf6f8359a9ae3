import SwiftData

/// The folder of the seeds' snippets.
@Model public final class Folder {
  var name_: String?
  var snippets_: [Snippet]?

  init(name_: String? = nil) { self.name_ = name_ }
}
