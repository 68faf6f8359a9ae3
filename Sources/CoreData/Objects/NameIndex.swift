/// Positions of names that are looked for at every access: a few bytes tell most of them apart, so that nothing is hashed.
struct NameIndex {
  let names: [String]
  /// Open addressing by those bytes; -1 where there is none.
  private let places: [Int]
  /// Finds names in any spelling that Unicode holds for the same.
  private let all: [String: Int]

  /// - Parameter names: each of them once.
  init(_ names: [String]) {
    self.names = names
    all = Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    var capacity = 8
    while capacity < names.count * 4 { capacity *= 2 }
    var places = [Int](repeating: -1, count: capacity)
    for (position, name) in names.enumerated() {
      var place = Self.start(name) & (capacity - 1)
      while places[place] >= 0 { place = (place + 1) & (capacity - 1) }
      places[place] = position
    }
    self.places = places
  }

  subscript(name: String) -> Int? {
    var place = Self.start(name) & (places.count - 1)
    while places[place] >= 0 {
      if names[places[place]] == name { return places[place] }
      place = (place + 1) & (places.count - 1)
    }
    return all[name]
  }

  private static func start(_ name: String) -> Int {
    let bytes = name.utf8
    return bytes.count &* 7 &+ Int(bytes.first ?? 0) &* 31 &+ Int(bytes.last ?? 0)
  }
}
