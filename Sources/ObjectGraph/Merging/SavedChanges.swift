import StoreContract

/// What a save did to rows that other contexts may have objects of.
struct SavedChanges: Sendable {
  /// By row: the last of several changes decides.
  private(set) var rows: [RowKey: Change] = [:]
  /// There were too many changes to name them.
  private(set) var isEverything = false

  enum Change: Sendable {
    case updated(version: Int64?, fields: Set<Int>, toManys: Set<String>)
    case deleted
  }

  /// More than that many rows are not told apart.
  private static let most = 100_000

  init() {}

  init(_ request: SaveRequest, _ result: SaveResult) {
    for (index, update) in request.updates.enumerated() {
      let version = result.updatedVersions.indices.contains(index) ? result.updatedVersions[index] : nil
      add(
        .updated(version: version, fields: Set(update.values.map(\.field)), toManys: Set(update.changedToManys)),
        update.key)
    }
    for link in request.links where !link.owner.isTemporary {
      add(.updated(version: nil, fields: [], toManys: [link.relationship]), link.owner)
    }
    for delete in request.deletes { add(.deleted, delete.key) }
  }

  var isEmpty: Bool { rows.isEmpty && !isEverything }

  mutating func merge(_ other: SavedChanges) {
    if other.isEverything { setEverything() }
    for (key, change) in other.rows { add(change, key) }
  }

  private mutating func add(_ change: Change, _ key: RowKey) {
    guard !isEverything else { return }
    if case .updated(let version, let fields, let toManys) = change,
      case .updated(let oldVersion, let oldFields, let oldToManys) = rows[key]
    {
      rows[key] = .updated(
        version: version ?? oldVersion, fields: oldFields.union(fields), toManys: oldToManys.union(toManys))
    } else {
      rows[key] = change
    }
    if rows.count > Self.most { setEverything() }
  }

  private mutating func setEverything() {
    isEverything = true
    rows = [:]
  }
}
