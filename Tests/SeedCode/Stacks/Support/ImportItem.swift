import CoreData

/// What the seeds import, which they do not spell out; the entity is called `Entity` there.
struct ImportItem {
  let name: String
}

extension Entity {
  func configure(from item: ImportItem) { name = item.name }
}
