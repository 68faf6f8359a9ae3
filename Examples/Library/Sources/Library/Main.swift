import SwiftData

/// Opens a store that Core Data's layout made, lends a book, and reads the store again.
@main struct Main {
  static func main() {
    do {
      try run()
    } catch {
      print("Library: \(error)")
      exit(2)
    }
  }

  private static func run() throws {
    guard let path = CommandLine.arguments.dropFirst().first else {
      print("usage: Library STORE")
      return
    }
    let desk = try LoanDesk(store: URL(fileURLWithPath: path))
    print("Overdue loans in \(path):")
    try desk.printOverdueLoans()
    try desk.printShelf()

    let title = try desk.lendFirstFreeBook(to: "Ada Lovelace")
    print("\nLent \"\(title)\" to Ada Lovelace, due yesterday, and saved.\n")

    let reopened = try LoanDesk(store: URL(fileURLWithPath: path))
    print("Overdue loans after opening the store again:")
    try reopened.printOverdueLoans()
    try reopened.printShelf()
  }
}
