// swift-format-ignore-file
import SwiftData
import SwiftUI

enum Seed1Line192 {
// SEED 1:192-210
struct ItemListView: View {
    @Query private var items: [Item]

    init(showCompleted: Bool) {
        let predicate: Predicate<Item>
        if showCompleted {
            predicate = #Predicate<Item> { _ in true }
        } else {
            predicate = #Predicate<Item> { !$0.isComplete }
        }
        _items = Query(filter: predicate, sort: \.timestamp, order: .reverse)
    }

    var body: some View {
        List(items) { item in
            ItemRow(item: item)
        }
    }
}
// END
}
