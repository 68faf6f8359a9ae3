/// Which named thing of the classes is which of the store: by renaming identifier, then by name.
///
/// A renaming identifier that names something of the store outranks an equal name, so that two properties can swap
/// names; a store made from the classes' own version (equal name and equal identifier) comes first.
struct NameMatching {
  /// Index of the store's partner for each of the classes' things.
  private(set) var storeIndices: [Int?]
  /// Things of the store that no class names.
  private(set) var unmatched: [Int]

  /// A name and its former name.
  struct Name {
    var name: String
    var renamingIdentifier: String?

    init(_ name: String, _ renamingIdentifier: String?) {
      self.name = name
      self.renamingIdentifier = renamingIdentifier == name || renamingIdentifier == "" ? nil : renamingIdentifier
    }
  }

  /// With `followsRenaming` off only names count, as in a pair with equal hashes, which no migration ever sees.
  init(store: [Name], classes: [Name], followsRenaming: Bool) {
    var indices = [Int?](repeating: nil, count: classes.count)
    var taken: Set<Int> = []
    let all: [(_ store: Name, _ ours: Name) -> Bool] = [
      { $0.name == $1.name && $0.renamingIdentifier == $1.renamingIdentifier },
      { $0.name == $1.renamingIdentifier },
      { $0.name == $1.name },
      { $0.renamingIdentifier != nil && $0.renamingIdentifier == $1.renamingIdentifier },
      { $0.renamingIdentifier == $1.name },
    ]
    for rule in followsRenaming ? all : [all[2]] {
      for (position, ours) in classes.enumerated() where indices[position] == nil {
        guard let found = store.indices.first(where: { !taken.contains($0) && rule(store[$0], ours) }) else { continue }
        indices[position] = found
        taken.insert(found)
      }
    }
    storeIndices = indices
    unmatched = store.indices.filter { !taken.contains($0) }
  }
}
