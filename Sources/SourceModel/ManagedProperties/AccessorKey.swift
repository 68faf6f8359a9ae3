/// What a managed member does, as its name says it.
enum AccessorKey: Hashable {
  case property(String)
  case primitive(String)
  case add(to: String)
  case remove(from: String)
  case insert(into: String)
  case insertMany(into: String)
  case removeAt(from: String)
  case removeManyAt(from: String)
  case replace(in: String)
  case replaceMany(in: String)

  static func ofProperty(_ name: String) -> AccessorKey {
    guard name.hasPrefix("primitive"), let key = key(name, after: "primitive") else { return .property(name) }
    return .primitive(key)
  }

  /// `nil` for a function whose work its name does not tell.
  static func ofMethod(_ name: String, _ parameters: [ManagedMember.Parameter]) -> AccessorKey? {
    let labels = parameters.map { $0.label ?? "_" }
    let takesIndexes = parameters.contains { isIndexes($0.type) }
    switch labels {
    case ["_"]:
      for (prefix, make) in [("addTo", AccessorKey.add), ("removeFrom", AccessorKey.remove)] {
        if let key = key(name, after: prefix) { return make(key) }
      }
      // The names of Objective-C: `addLoansObject(_:)`, `addLoans(_:)`.
      for (prefix, make) in [("add", AccessorKey.add), ("remove", AccessorKey.remove)] {
        if let key = key(name, after: prefix) {
          return make(key.hasSuffix("Object") ? String(key.dropLast("Object".count)) : key)
        }
      }
    case ["at"]:
      if let key = key(name, after: "removeFrom") {
        return takesIndexes ? .removeManyAt(from: key) : .removeAt(from: key)
      }
    case ["_", "at"]:
      if let key = key(name, after: "insertInto") {
        return takesIndexes ? .insertMany(into: key) : .insert(into: key)
      }
    case ["at", "with"]:
      if let key = key(name, after: "replace") { return takesIndexes ? .replaceMany(in: key) : .replace(in: key) }
    default: break
    }
    return nil
  }

  private static func isIndexes(_ type: SymbolType) -> Bool {
    guard case .nominal(let nominal) = type else { return false }
    return ["NSIndexSet", "IndexSet"].contains(nominal.path.last?.name)
  }

  /// `loans` of `addToLoans`.
  private static func key(_ name: String, after prefix: String) -> String? {
    guard name.hasPrefix(prefix) else { return nil }
    let rest = name.dropFirst(prefix.count)
    guard let first = rest.first, first.isUppercase || !first.isLetter else { return nil }
    return first.lowercased() + rest.dropFirst()
  }
}
