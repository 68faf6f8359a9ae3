// swift-format-ignore-file
import SwiftData
import SwiftUI

enum Seed1Line166 {
// SEED 1:166-179
struct ItemListView: View {
    @Query(
        filter: #Predicate<Item> { !$0.isComplete },
        sort: \.timestamp,
        order: .reverse
    )
    private var items: [Item]

    var body: some View {
        List(items) { item in
            ItemRow(item: item)
        }
    }
}
// END
}
