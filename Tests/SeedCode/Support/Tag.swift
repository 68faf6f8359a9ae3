import SwiftData

/// The tag that items and snippets of the seeds have, which no seed spells out.
@Model class Tag {
  var name: String
  var snippets_: [Snippet]?

  init(name: String) { self.name = name }
}
