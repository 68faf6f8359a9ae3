internal import ModelDescription
internal import StoreContract

/// Objects of the destination whose to-manys got members: they changed too, for whoever reads history.
struct TouchedOwners {
  private var names: [RowKey: [String]] = [:]
  private var order: [RowKey] = []

  mutating func add(_ key: RowKey, _ inverse: RelationshipDescription?) {
    guard let inverse, inverse.isToMany else { return }
    if names[key] == nil { order.append(key) }
    if names[key]?.contains(inverse.name) != true { names[key, default: []].append(inverse.name) }
  }

  mutating func add(_ key: RowKey, named name: String) {
    if names[key] == nil { order.append(key) }
    if names[key]?.contains(name) != true { names[key, default: []].append(name) }
  }

  var updates: [SaveRequest.Update] {
    order.map { .init(key: $0, version: nil, values: [], changedToManys: names[$0] ?? []) }
  }

  /// Adds what was touched to a request: one change for each row.
  func join(_ request: inout SaveRequest) {
    var positions: [RowKey: Int] = [:]
    for (index, update) in request.updates.enumerated() { positions[update.key] = index }
    for update in updates {
      if let position = positions[update.key] {
        request.updates[position].changedToManys += update.changedToManys
      } else {
        request.updates.append(update)
      }
    }
  }
}
