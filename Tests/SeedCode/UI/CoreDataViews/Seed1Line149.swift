// swift-format-ignore-file
import CoreData
import SwiftUI

// SEED 1:149-162
struct ItemListView: View {
    @FetchRequest(
        sortDescriptors: [NSSortDescriptor(keyPath: \Item.timestamp, ascending: false)],
        predicate: NSPredicate(format: "isComplete == NO"),
        animation: .default
    )
    private var items: FetchedResults<Item>

    var body: some View {
        List(items) { item in
            ItemRow(item: item)
        }
    }
}
// END
