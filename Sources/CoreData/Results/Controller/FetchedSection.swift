import Foundation

/// A section: results with one name that stand together.
struct FetchedSection: NSFetchedResultsSectionInfo {
  let name: String
  private(set) var members: [NSManagedObject]

  var indexTitle: String? { name.first.map { $0.uppercased() } }
  var numberOfObjects: Int { members.count }
  var objects: [Any]? { members }

  static func sections(of objects: [NSManagedObject], by keyPath: String?) -> [FetchedSection] {
    guard let keyPath else { return [FetchedSection(name: "", members: objects)] }
    var sections: [FetchedSection] = []
    for object in objects {
      let name = text(object.value(forKeyPath: keyPath))
      if sections.last?.name == name {
        sections[sections.count - 1].members.append(object)
      } else {
        sections.append(FetchedSection(name: name, members: [object]))
      }
    }
    return sections
  }

  private static func text(_ value: Any?) -> String {
    switch value {
    case nil: ""
    case let text as String: text
    case let number as NSNumber: number.stringValue
    case let value?: "\(value)"
    }
  }
}

/// What leads from one state of sections to another.
struct FetchedChanges {
  struct SectionChange {
    let section: FetchedSection
    let index: Int
    let type: NSFetchedResultsChangeType
  }

  struct ObjectChange {
    let object: NSManagedObject
    let type: NSFetchedResultsChangeType
    let old: IndexPath?
    let new: IndexPath?
  }

  private(set) var sections: [SectionChange] = []
  private(set) var objects: [ObjectChange] = []

  var isEmpty: Bool { sections.isEmpty && objects.isEmpty }

  init(from old: [FetchedSection], to new: [FetchedSection], updated: Set<NSManagedObject>) {
    let (oldNames, newNames) = (Set(old.map(\.name)), Set(new.map(\.name)))
    for (index, section) in old.enumerated() where !newNames.contains(section.name) {
      sections.append(SectionChange(section: section, index: index, type: .delete))
    }
    for (index, section) in new.enumerated() where !oldNames.contains(section.name) {
      sections.append(SectionChange(section: section, index: index, type: .insert))
    }
    let (before, after) = (Self.places(old), Self.places(new))
    for (object, place) in before.list where after.table[ObjectIdentifier(object)] == nil {
      objects.append(ObjectChange(object: object, type: .delete, old: place.path, new: nil))
    }
    for (object, place) in after.list where before.table[ObjectIdentifier(object)] == nil {
      objects.append(ObjectChange(object: object, type: .insert, old: nil, new: place.path))
    }
    // Of those that stay, as many as possible stand still.
    let kept = after.list.compactMap { object, place in
      before.table[ObjectIdentifier(object)].map { (object: object, old: $0, new: place) }
    }
    let still = Self.still(kept.map { ($0.old.position, updated.contains($0.object)) })
    for (index, entry) in kept.enumerated() {
      let isMoved = !still.contains(index) || entry.old.section != entry.new.section
      if isMoved {
        objects.append(
          ObjectChange(object: entry.object, type: .move, old: entry.old.path, new: entry.new.path))
      } else if updated.contains(entry.object) {
        objects.append(
          ObjectChange(object: entry.object, type: .update, old: entry.old.path, new: entry.new.path))
      }
    }
  }

  private struct Place {
    let path: IndexPath
    let section: String
    let position: Int
  }

  private static func places(
    _ sections: [FetchedSection]
  ) -> (list: [(NSManagedObject, Place)], table: [ObjectIdentifier: Place]) {
    var list: [(NSManagedObject, Place)] = []
    var table: [ObjectIdentifier: Place] = [:]
    for (index, section) in sections.enumerated() {
      for (row, object) in section.members.enumerated() {
        let place = Place(path: IndexPath(indexes: [index, row]), section: section.name, position: list.count)
        list.append((object, place))
        table[ObjectIdentifier(object)] = place
      }
    }
    return (list, table)
  }

  /// Which entries keep their place among the others: first those that did not change, then of the others those that
  /// stand between the same ones as before.
  private static func still(_ entries: [(position: Int, isUpdated: Bool)]) -> Set<Int> {
    let unchanged = entries.indices.filter { !entries[$0].isUpdated }
    var still = Set(longestAscending(unchanged.map { entries[$0].position }).map { unchanged[$0] })
    var next = [Int](repeating: .max, count: entries.count + 1)
    for index in entries.indices.reversed() {
      next[index] = still.contains(index) ? entries[index].position : next[index + 1]
    }
    var last = -1
    for index in entries.indices {
      let position = entries[index].position
      if entries[index].isUpdated, last < position, position < next[index + 1] { still.insert(index) }
      if still.contains(index) { last = position }
    }
    return still
  }

  /// Positions of a longest ascending run.
  private static func longestAscending(_ values: [Int]) -> Set<Int> {
    var ends: [Int] = []
    var previous = [Int?](repeating: nil, count: values.count)
    for (position, value) in values.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if values[ends[middle]] < value { low = middle + 1 } else { high = middle }
      }
      previous[position] = low > 0 ? ends[low - 1] : nil
      if low == ends.count { ends.append(position) } else { ends[low] = position }
    }
    var run: Set<Int> = []
    var position = ends.last
    while let here = position {
      run.insert(here)
      position = previous[here]
    }
    return run
  }
}
