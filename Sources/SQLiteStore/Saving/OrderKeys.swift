/// Numbers that keep an ordered relationship in order (`Z_FOK_…`): 2048, 3072, 4096, … when fresh.
///
/// Fresh values known from Bookmarks_V4 (StoreFormat.md section 4); how Apple fills gaps has not been observed.
enum OrderKeys {
  static let first: Int64 = 2048
  static let step: Int64 = 1024

  /// Ascending keys for members that have these keys now, leaving as many as possible as they are.
  static func assign(_ current: [Int64?]) -> [Int64] {
    let kept = longestAscending(current)
    var keys = [Int64](repeating: 0, count: current.count)
    var low: Int64 = 0
    var next = 0
    for position in kept {
      guard let high = current[position] else { continue }
      let missing = Int64(position - next)
      let step = (high - low) / (missing + 1)
      guard missing == 0 || step > 0 else { return fresh(current.count) }
      for index in next..<position { keys[index] = low + step * Int64(index - next + 1) }
      keys[position] = high
      (low, next) = (high, position + 1)
    }
    guard low <= Int64.max - step * Int64(current.count + 2) else { return fresh(current.count) }
    for index in next..<current.count {
      keys[index] = index == 0 ? first : low + step * Int64(index - next + 1)
      if kept.isEmpty { keys[index] = first + step * Int64(index) }
    }
    return keys
  }

  static func fresh(_ count: Int) -> [Int64] { (0..<count).map { first + step * Int64($0) } }

  /// Positions of a longest strictly ascending run of positive keys.
  private static func longestAscending(_ keys: [Int64?]) -> [Int] {
    var ends: [Int] = []
    var previous = [Int?](repeating: nil, count: keys.count)
    for (position, key) in keys.enumerated() {
      guard let key, key > 0 else { continue }
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if (keys[ends[middle]] ?? 0) < key { low = middle + 1 } else { high = middle }
      }
      previous[position] = low > 0 ? ends[low - 1] : nil
      if low == ends.count { ends.append(position) } else { ends[low] = position }
    }
    var run: [Int] = []
    var position = ends.last
    while let here = position {
      run.append(here)
      position = previous[here]
    }
    return run.reversed()
  }
}
