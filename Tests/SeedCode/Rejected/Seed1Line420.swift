// swift-format-ignore-file
import SwiftData

@MainActor struct Seed1Line420 {
// SEED 1:420-422
// ❌ Using NSPredicate format strings with @Query
@Query(filter: NSPredicate(format: "isComplete == NO"))  // Wrong type
private var items: [Item]
// END
}
