import Foundation
import ModelDescription
import QueryModel
import SQLCompiler
import StoreContract
import TestKit
import Testing

@testable import SQLiteStore

/// `IN` with lists of any length is one statement of few parameters.
@Suite struct LongListTests {
  private static func library() throws -> (LibraryStore, SQLiteStore) {
    let library = try LibraryStore()
    let store = try library.create(inMemory: true)
    var request = SaveRequest()
    request.inserts = (0..<100).map {
      library.insert(
        "Book", $0, ["pages": .integer(Int64($0)), "isbn": .text("n\($0)'\u{e9}\""), "price": .text("\($0).25")])
    }
    _ = try store.save(request)
    return (library, store)
  }

  @Test(arguments: [
    ("pages", 100_000), ("isbn", 100_000), ("price", 100_000), ("SELF", 100_000), ("pages", 501), ("price", 501),
    ("isbn", 500),
  ])
  func longListsAreAsked(_ key: String, _ count: Int) throws {
    let (library, store) = try Self.library()
    let values: [QueryConstant] = (0..<count).map { index in
      // Every second book is meant, and many that do not exist.
      let number = index * 2
      return switch key {
      case "pages": .integer(Int64(number))
      case "isbn": .string("n\(number)'\u{e9}\"")
      case "price": .double(Double(number) + 0.25)
      default: .object(entity: library.number("Book"), key: Int64(number + 1))
      }
    }
    let path = key == "SELF" ? [] : [key]
    let request = FetchRequest(
      entity: library.number("Book"), predicate: .membership(.path(.root, path), values + [.null]))
    let compiled = try store.schema.compiler.compileCount(request)
    #expect(compiled.bindings.count == (count > 500 ? 1 : count))
    let clock = ContinuousClock()
    var found = 0
    let time = try clock.measure { found = try store.count(request) }
    print("IN with \(count) values of \(key): \(time)")
    #expect(found == 50)
    let other = FetchRequest(
      entity: library.number("Book"), predicate: .not(.membership(.path(.root, path), values)))
    #expect(try store.count(other) == 50)
  }
}
