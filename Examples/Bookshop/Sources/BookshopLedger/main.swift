import BookshopModel
import CoreData
import Foundation

// A tool of an earlier time, in Swift 5 mode: no async, blocks on queues, and a property that the class gets here.

extension Order {
  /// The order's number as the ledger prints it.
  var line: String {
    "No. \(number) of \(customer?.name ?? "nobody"): \(total) for \(lines.count) titles, \(state)"
  }
}

extension Publication {
  @NSManaged var primitiveTitle: String?
}

guard let path = CommandLine.arguments.dropFirst().first else {
  print("usage: BookshopLedger STORE")
  exit(2)
}

do {
  let shop = try Shop(store: URL(fileURLWithPath: path))
  let context = shop.container.newBackgroundContext()
  let done = DispatchSemaphore(value: 0)
  var lines: [String] = []
  context.perform {
    let request: NSFetchRequest<Order> = Order.fetchRequest()
    request.sortDescriptors = [
      NSSortDescriptor(keyPath: \Order.customer?.name, ascending: true),
      NSSortDescriptor(keyPath: \Order.number, ascending: true),
    ]
    let orders = (try? context.fetch(request)) ?? []
    lines = orders.map(\.line)
    done.signal()
  }
  done.wait()
  lines.forEach { print($0) }
  let titles: Int = context.performAndWait {
    let request = NSFetchRequest<NSNumber>(entityName: "Publication")
    request.resultType = .countResultType
    return ((try? context.fetch(request)) ?? []).first?.intValue ?? 0
  }
  print("\(titles) titles")
} catch {
  print("BookshopLedger: \(error)")
  exit(2)
}
