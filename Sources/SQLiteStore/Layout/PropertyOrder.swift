import ModelDescription

/// The order in which Apple's frameworks meet the properties of one entity: that of a hash table by name.
///
/// StoreFormat.md section 4: the open CoreFoundation string hash, linear probing, table sizes from its list. The rule fits
/// modern stores with a few known exceptions; it decides only which side names a many-to-many between an entity and
/// itself, the suffixes of two many-to-manys between the same entities, and the end of a history bitmap.
enum PropertyOrder {
  /// The to-many relationships of an entity, in that order.
  static func toManys(of entity: ResolvedEntity) -> [ResolvedRelationship] {
    guard entity.toManys.count > 1 else { return entity.toManys }
    let names = entity.fields.map { $0.path.last ?? "" } + entity.toManys.map(\.name)
    let position = Dictionary(
      sorted(names).enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    return entity.toManys.sorted { position[$0.name, default: 0] < position[$1.name, default: 0] }
  }

  static func sorted(_ names: [String]) -> [String] {
    let names = names.sorted()
    let size = tableSize(for: names.count + internalEntries)
    var slots = [String?](repeating: nil, count: max(size, names.count + 1))
    for name in names {
      var slot = Int(hash(name) % UInt64(slots.count))
      while slots[slot] != nil { slot = (slot + 1) % slots.count }
      slots[slot] = name
    }
    return slots.compactMap(\.self)
  }

  /// CoreFoundation's hash of a string of at most 96 UTF-16 units; model names are shorter.
  static func hash(_ name: String) -> UInt64 {
    let units = name.utf16.map { UInt64($0) }
    var result = UInt64(units.count)
    var position = 0
    while position + 4 <= units.count {
      result =
        result &* 67_503_105 &+ units[position] &* 16_974_593 &+ units[position + 1] &* 66_049
        &+ units[position + 2] &* 257 &+ units[position + 3]
      position += 4
    }
    while position < units.count {
      result = result &* 257 &+ units[position]
      position += 1
    }
    return result &+ (result << UInt64(units.count & 31))
  }

  /// Entries of the frameworks' own beside the properties: observed bounds are 4 and 8.
  private static let internalEntries = 4

  private static func tableSize(for count: Int) -> Int {
    let index = capacities.firstIndex { $0 >= count } ?? capacities.count - 1
    return sizes[index]
  }

  private static let sizes = [3, 7, 13, 23, 41, 71, 127, 191, 251, 383, 631, 1087, 1723, 2803]
  private static let capacities = [3, 6, 11, 19, 32, 52, 85, 118, 155, 237, 390, 672, 1065, 1732]
}
