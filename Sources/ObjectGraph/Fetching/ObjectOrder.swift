import QueryModel

/// The order of a fetch, applied to objects: its sort keys, then the rows' keys; objects without a row come last.
struct ObjectOrder {
  let sorts: [QuerySort]

  /// Where an object stands.
  struct Rank {
    let values: [QueryConstant]
    let key: Int64
  }

  func rank(_ object: GraphObject) throws -> Rank {
    Rank(
      values: try sorts.map { try QueryEvaluator.value(of: .path(.root, $0.path), on: object) },
      key: object.state.header.pointee.key)
  }

  func precedes(_ left: Rank, _ right: Rank) -> Bool {
    for (index, sort) in sorts.enumerated() {
      let order = sort.order(left.values[index], right.values[index])
      if order != 0 { return order < 0 }
    }
    // Temporary keys count down from -1, in the order of the inserts.
    if (left.key < 0) != (right.key < 0) { return right.key < 0 }
    return left.key < 0 ? left.key > right.key : left.key < right.key
  }

  func sorted(_ objects: [GraphObject]) throws -> [(object: GraphObject, rank: Rank)] {
    try objects.map { ($0, try rank($0)) }.sorted { precedes($0.rank, $1.rank) }
  }

  /// Puts objects between others that are in order already.
  func merge(_ objects: [GraphObject], into ordered: [GraphObject]) throws -> [GraphObject] {
    var result: [GraphObject] = []
    result.reserveCapacity(objects.count + ordered.count)
    var next = 0
    for (object, rank) in try sorted(objects) {
      let end = try place(of: rank, in: ordered, from: next)
      result += ordered[next..<end]
      result.append(object)
      next = end
    }
    return result + ordered[next...]
  }

  /// The first position from `start` whose object does not precede: looked for in growing steps, then halved, so that
  /// few objects among many and many among few are both cheap.
  private func place(of rank: Rank, in ordered: [GraphObject], from start: Int) throws -> Int {
    var (low, step) = (start, 1)
    var high = start
    while high < ordered.count, precedes(try self.rank(ordered[high]), rank) {
      low = high + 1
      high += step
      step *= 2
    }
    high = min(high, ordered.count)
    while low < high {
      let middle = (low + high) / 2
      if precedes(try self.rank(ordered[middle]), rank) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
