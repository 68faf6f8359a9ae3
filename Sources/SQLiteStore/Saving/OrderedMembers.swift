internal import StoreContract

/// Members that this save puts into ordered one-to-many relationships, still without a position.
struct OrderedMembers {
  /// The column pair that holds the relationship.
  struct Place: Hashable {
    var table: String
    var keyColumn: String
    var column: String
    var orderColumn: String
  }

  struct Owner: Hashable {
    var place: Place
    var key: Int64
  }

  private(set) var waiting: [Owner: [Int64]] = [:]
  /// Owners in the order of their first member, so that a save always does the same.
  private(set) var owners: [Owner] = []

  var isEmpty: Bool { owners.isEmpty }

  mutating func append(_ member: Int64, to owner: Owner) {
    if waiting[owner] == nil { owners.append(owner) }
    waiting[owner, default: []].append(member)
  }

  /// The owner's whole order is given elsewhere.
  mutating func settle(_ owner: Owner) { waiting[owner] = nil }
}
