package import StoreContract

/// What a save did to rows that other contexts may have objects of.
package struct SavedChanges: Sendable {
  /// By row: the last of several changes decides.
  private(set) var rows: [RowKey: Change] = [:]
  /// There were too many changes to name them.
  private(set) var isEverything = false

  enum Change: Sendable {
    case updated(version: Int64?, fields: Set<Int>, toManys: Set<String>)
    /// Somebody changed it who is no context of the container.
    case foreign(ForeignUpdate)
    case deleted
  }

  /// What other stores and processes did to a row.
  struct ForeignUpdate: Sendable {
    /// After the last of the updates.
    var version: Int64
    /// How many saves changed it: each moves the version on by one.
    var steps: Int64
    /// `nil` for any of them.
    var fields: Set<Int>?
    var toManys: Set<String>

    mutating func merge(version: Int64?, steps: Int64, fields: Set<Int>?, toManys: Set<String>) {
      self.version = version ?? self.version
      self.steps += steps
      if let fields { self.fields?.formUnion(fields) } else { self.fields = nil }
      self.toManys.formUnion(toManys)
    }
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

  /// - Parameter number: The entity's number in the contexts' model, by that in the store of the news.
  package init(_ news: StoreNews, renumbering number: (Int) -> Int = { $0 }) {
    if news.isEverything {
      setEverything()
      return
    }
    for record in news.records {
      for change in record.changes {
        let row = RowKey(entity: number(change.key.entity), primaryKey: change.key.primaryKey)
        switch change.kind {
        case .insert: break
        case .delete: add(.deleted, row)
        case .update:
          let isTold = !change.fields.isEmpty || !change.toManys.isEmpty
          let update = ForeignUpdate(
            version: news.versions[change.key] ?? 0, steps: 1, fields: isTold ? Set(change.fields) : nil,
            toManys: Set(change.toManys))
          add(.foreign(update), row)
        }
      }
    }
  }

  var isEmpty: Bool { rows.isEmpty && !isEverything }

  mutating func merge(_ other: SavedChanges) {
    if other.isEverything { setEverything() }
    for (key, change) in other.rows { add(change, key) }
  }

  private mutating func add(_ change: Change, _ key: RowKey) {
    guard !isEverything else { return }
    switch (rows[key], change) {
    case (.updated(let oldVersion, let oldFields, let oldToManys), .updated(let version, let fields, let toManys)):
      rows[key] = .updated(
        version: version ?? oldVersion, fields: oldFields.union(fields), toManys: oldToManys.union(toManys))
    case (.foreign(var update), .updated(let version, let fields, let toManys)):
      update.merge(version: version, steps: version == nil ? 0 : 1, fields: fields, toManys: toManys)
      rows[key] = .foreign(update)
    case (.updated(let version, let fields, let toManys), .foreign(var update)):
      update.merge(version: nil, steps: version == nil ? 0 : 1, fields: fields, toManys: toManys)
      rows[key] = .foreign(update)
    case (.foreign(var update), .foreign(let newer)):
      update.merge(version: newer.version, steps: newer.steps, fields: newer.fields, toManys: newer.toManys)
      rows[key] = .foreign(update)
    default: rows[key] = change
    }
    if rows.count > Self.most { setEverything() }
  }

  private mutating func setEverything() {
    isEverything = true
    rows = [:]
  }
}
