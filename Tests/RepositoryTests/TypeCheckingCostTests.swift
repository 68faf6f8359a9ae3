import Foundation
import TestKit
import Testing

/// What predicates cost the type checker: milliseconds where one nested expression takes seconds.
@Suite struct TypeCheckingCostTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let predicate: String
    /// Milliseconds.
    let limit: Double
    var testDescription: String { name }
  }

  static let cases = [
    Case(
      name: "3 clauses", predicate: "$0.title.contains(word) && $0.pageCount >= low && $0.author?.name == name",
      limit: 50),
    Case(
      name: "6 clauses",
      predicate: """
        $0.title.contains(word) && $0.pageCount >= low && $0.author?.name == name && $0.rating > 1.5 \
        && $0.pageCount < 900 && $0.title != name
        """, limit: 150),
    Case(
      name: "6 clauses with ?? and a search in a to-many",
      predicate: """
        $0.title.contains(word) && $0.pageCount >= low && ($0.subtitle ?? "") == name && $0.rating > 1.5 \
        && ($0.author?.books.contains { $0.pageCount > low && $0.title == name } ?? false) \
        && ($0.author?.name ?? "none") != name
        """, limit: 150),
    Case(
      name: "6 optional clauses",
      predicate: """
        ($0.author?.name ?? "") == name && ($0.subtitle ?? "x") != word && ($0.author?.books.count ?? 0) > low \
        && ($0.author?.name.contains(word) ?? false) && ($0.subtitle?.isEmpty ?? true) && $0.subtitle == word
        """, limit: 150),
    // Operators between literals: a parameter whose type is said is what the checker needs.
    Case(
      name: "6 clauses of arithmetic over a parameter with its type",
      predicate: """
        (book: Book) in ["a", "b"].contains(book.title) && (1...5).contains(book.pageCount) \
        && book.pageCount * 2 + 1 > 3 && -book.pageCount < 4 && book.rating * 2 / 3 > 1.5 \
        && (book.pageCount > 3 ? book.title == "a" : book.title == "b")
        """, limit: 150),
  ]

  private static let model = """
    import SwiftData

    @Model final class Author {
      var name: String
      var books: [Book] = []
      init(name: String) { self.name = name }
    }

    @Model final class Book {
      var title: String
      var subtitle: String?
      var pageCount: Int
      var rating: Double = 0
      var author: Author?
      init(title: String, pageCount: Int) {
        self.title = title
        self.pageCount = pageCount
      }
    }

    """

  private static let copies = 10

  /// Processor time of the compiler, since the wall's goes by while others work; the macro's own time is in it.
  @Test(.enabled(if: FullRun.isOn, "make test-full"), arguments: cases) func isSmall(_ test: Case) throws {
    let folder = try TemporaryFolder()
    let built = try BuiltPackage()
    func seconds(_ predicate: String?) throws -> Double {
      let file = folder.file("Books.swift")
      let uses = (0..<(predicate == nil ? 0 : Self.copies)).map { number in
        """
        func fetch\(number)(_ word: String, _ low: Int, _ name: String) -> FetchDescriptor<Book> {
          FetchDescriptor(predicate: #Predicate { \(predicate ?? "") })
        }

        """
      }
      try (Self.model + uses.joined()).write(to: file, atomically: true, encoding: .utf8)
      let command = ["swiftc", "-typecheck", "-swift-version", "6"] + built.importArguments + [file.path]
      let outcome = try Subprocess(["bash", "-c", "\"$@\" && times", "bash"] + command).run()
      try #require(outcome.isFine, "\(outcome.output)")
      return try #require(Self.childSeconds(outcome.output))
    }
    // The first run fills the module cache.
    _ = try seconds(nil)
    let cost = try (seconds(test.predicate) - seconds(nil)) / Double(Self.copies) * 1000
    print("Type-checking a predicate of \(test.name): \(Int(cost.rounded(.up))) ms of \(Int(test.limit)).")
    #expect(cost < test.limit)
  }

  /// The last line of the shell's `times`: user and system time of its children, as `0m1.234s 0m0.100s`.
  private static func childSeconds(_ output: String) -> Double? {
    guard let line = output.split(separator: "\n").last else { return nil }
    let times = line.split(separator: " ").map {
      $0.split(whereSeparator: { $0 == "m" || $0 == "s" }).compactMap { Double($0) }
    }
    guard times.count == 2, times.allSatisfy({ $0.count == 2 }) else { return nil }
    return times.reduce(0) { $0 + $1[0] * 60 + $1[1] }
  }
}
