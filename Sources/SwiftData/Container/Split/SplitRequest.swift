import StoreContract

/// A save, divided by the stores that its rows lie in.
struct SplitRequest {
  /// One for each part, in order.
  private(set) var requests: [SaveRequest]
  /// The parts that the save concerns.
  private(set) var concerned: [Int]
  /// Where each insert and update went, in the whole request's order.
  private var inserts: [(part: Int, position: Int)] = []
  private var updates: [(part: Int, position: Int)] = []

  init(_ request: SaveRequest, _ store: SplitStore) {
    var requests = [SaveRequest](repeating: SaveRequest(), count: store.parts.count)
    for place in requests.indices {
      requests[place].author = request.author
      requests[place].contextName = request.contextName
    }
    for insert in request.inserts {
      let place = store.place(insert.key.entity)
      inserts.append((place, requests[place].inserts.count))
      requests[place].inserts.append(insert)
    }
    // Keys of new rows count anew in each store.
    let positions = inserts.map(\.position)
    func own(_ key: RowKey, _ part: SplitStore.Part) -> RowKey {
      let position = key.isTemporary ? Int(-(key.primaryKey + 1)) : -1
      let primaryKey = positions.indices.contains(position) ? -Int64(positions[position]) - 1 : key.primaryKey
      return RowKey(entity: part.number(key.entity), primaryKey: primaryKey)
    }
    func own(_ value: StoredValue, _ part: SplitStore.Part) -> StoredValue {
      if case .reference(let key) = value { .reference(own(key, part)) } else { value }
    }
    for (place, part) in store.parts.enumerated() {
      requests[place].inserts = requests[place].inserts.map { insert in
        SaveRequest.Insert(
          key: own(insert.key, part), values: insert.values.map { own($0, part) }, reservedKey: insert.reservedKey)
      }
    }
    for update in request.updates {
      let place = store.place(update.key.entity)
      let part = store.parts[place]
      updates.append((place, requests[place].updates.count))
      requests[place].updates.append(
        SaveRequest.Update(
          key: own(update.key, part), version: update.version,
          values: update.values.map { ($0.field, own($0.value, part)) }, changedToManys: update.changedToManys))
    }
    for delete in request.deletes {
      let place = store.place(delete.key.entity)
      requests[place].deletes.append(
        SaveRequest.Delete(key: own(delete.key, store.parts[place]), version: delete.version))
    }
    for link in request.links {
      let place = store.place(link.owner.entity)
      let part = store.parts[place]
      requests[place].links.append(
        SaveRequest.LinkChange(
          owner: own(link.owner, part), relationship: link.relationship, removed: link.removed.map { own($0, part) },
          added: link.added.map { own($0, part) }, order: link.order?.map { own($0, part) }))
    }
    self.requests = requests
    concerned = requests.indices.filter {
      !requests[$0].inserts.isEmpty || !requests[$0].updates.isEmpty || !requests[$0].deletes.isEmpty
        || !requests[$0].links.isEmpty
    }
  }

  /// The parts' answers, in the order of the whole request.
  func result(_ results: [SaveResult?]) -> SaveResult {
    func value(_ place: (part: Int, position: Int), _ values: KeyPath<SaveResult, [Int64]>) -> Int64? {
      guard let list = results[place.part]?[keyPath: values], list.indices.contains(place.position) else { return nil }
      return list[place.position]
    }
    return SaveResult(
      insertedKeys: inserts.compactMap { value($0, \.insertedKeys) },
      updatedVersions: updates.compactMap { value($0, \.updatedVersions) })
  }
}
