import BookshopModel
import CoreData

/// A day in the shop: prints what happens and checks it.
@main struct Main {
  static func main() async {
    do {
      let url =
        CommandLine.arguments.dropFirst().first.map { URL(fileURLWithPath: $0) }
        ?? FileManager.default.temporaryDirectory.appendingPathComponent("Bookshop-\(UUID().uuidString).sqlite")
      var day = Day(shop: try Shop(store: url))
      try await day.run()
      print("\n\(day.story.checks - day.story.failures) of \(day.story.checks) checks hold; the store is \(url.path)")
      exit(day.story.failures == 0 ? 0 : 1)
    } catch {
      print("Bookshop: \(error)")
      exit(2)
    }
  }
}
