// swift-format-ignore-file
import SwiftData

@MainActor struct Seed1Line424 {
// SEED 1:424-426
// ✅ Use #Predicate macro
@Query(filter: #Predicate<Item> { !$0.isComplete })
private var items: [Item]
// END
var titles: [String] { items.map(\.title) }
var query: Query<Item, [Item]> { _items }
}
