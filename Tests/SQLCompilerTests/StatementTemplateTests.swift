import Foundation
import QueryModel
import SQLCompiler
import TestKit
import Testing

/// Requests of one shape are lowered once, and each has the statement and the values that its own lowering gives.
struct StatementTemplateTests {
  private func request(_ predicate: QueryPredicate, limit: Int? = nil, offset: Int? = nil) -> FetchRequest {
    FetchRequest(
      entity: 1, predicate: predicate, sorts: [QuerySort(path: ["count"])], limit: limit, offset: offset)
  }

  private let name = QueryExpression.path(.root, ["name"])
  private let count = QueryExpression.path(.root, ["count"])

  private func same(_ requests: [FetchRequest], lowerings: Int, location: SourceLocation = #_sourceLocation) throws {
    let compiler = try DifferentialTests.compiler()
    for request in requests {
      let fresh = try DifferentialTests.compiler()
      #expect(try compiler.compile(request) == fresh.compile(request), sourceLocation: location)
    }
    #expect(compiler.loweringCount == lowerings, sourceLocation: location)
  }

  @Test func otherConstantsAreNoNewLowering() throws {
    try same(
      (0..<20).map { number in
        request(
          .and([
            .text(.contains, name, .constant(.string("word \(number)")), []),
            .text(.beginsWith, name, .constant(.string("\(number)")), []),
            .comparison(.greaterOrEqual, count, .constant(.integer(Int64(number)))),
            .comparison(.lessOrEqual, count, .constant(.integer(Int64(2 * number + 1)))),
          ]), limit: 20 + number, offset: number + 1)
      }, lowerings: 1)
    try same(
      (2..<30).map { number in
        request(.membership(count, (0..<12).map { .integer(Int64($0 * number)) }))
      }, lowerings: 1)
  }

  @Test func equalConstantsAreAShapeOfTheirOwn() throws {
    func pair(_ a: Int64, _ b: Int64) -> FetchRequest {
      request(
        .or([.comparison(.equal, count, .constant(.integer(a))), .comparison(.greater, count, .constant(.integer(b)))]))
    }
    try same([pair(1, 2), pair(3, 3), pair(4, 4), pair(2, 1), pair(-1, -2), pair(0, 0)], lowerings: 2)
  }

  /// Swift calls the texts equal; rows are compared by bytes.
  @Test func equalTextsOfOtherBytesStayApart() throws {
    let compiler = try DifferentialTests.compiler()
    func bound(_ texts: [String]) throws -> [[UInt8]] {
      try compiler.compile(request(.membership(name, texts.map { .string($0) }))).bindings.map { value in
        guard case .text(let text) = value else { return [] }
        return Array(text.utf8)
      }
    }
    let few = ["\u{e9}", "e\u{301}"]
    let many = few + (0..<10).map { "\($0)" }
    let lists: [[String]] = [few, few.reversed(), many, many.reversed()]
    for texts in lists {
      #expect(try bound(texts) == texts.map { Array($0.utf8) })
    }
    #expect(compiler.loweringCount == 2)
  }

  @Test func notANumberIsNoOtherDate() throws {
    func equal(_ seconds: Double) -> FetchRequest {
      request(.comparison(.equal, count, .constant(.date(Date(timeIntervalSinceReferenceDate: seconds)))))
    }
    let compiler = try DifferentialTests.compiler()
    _ = try compiler.compile(equal(.nan))
    #expect(try compiler.compile(equal(5)).bindings == [.real(5)])
    #expect(try compiler.compile(equal(6)).bindings == [.real(6)])
  }

  @Test func whatDecidesTheFormIsPartOfTheShape() throws {
    func equal(_ constant: QueryConstant) -> FetchRequest { request(.comparison(.equal, count, .constant(constant))) }
    try same([equal(.integer(1)), equal(.null), equal(.integer(5)), equal(.null), equal(.double(2))], lowerings: 3)
    func children(_ number: Int64) -> FetchRequest {
      request(.comparison(.equal, .count(.root, ["children"]), .constant(.integer(number))))
    }
    try same([children(0), children(2), children(3), children(0), children(-1), children(1)], lowerings: 3)
    func begins(_ prefix: String) -> FetchRequest { request(.text(.beginsWith, name, .constant(.string(prefix)), [])) }
    try same([begins("a"), begins("b"), begins(""), begins("\u{10FFFF}"), begins("x\u{10FFFF}")], lowerings: 3)
    try same(
      [nil, 1, 5, nil].map { request(.constant(true), limit: $0, offset: $0.map { _ in 0 }) }, lowerings: 2)
    try same([1.5, 2.5, -0.0, 0.0].map { equal(.double($0)) }, lowerings: 1)
  }

  @Test func longListsHaveNoShape() throws {
    let lists = (0..<2).map { first in
      request(.membership(count, (0..<600).map { .integer(Int64($0 + first)) }))
    }
    try same(lists, lowerings: 2)
  }

  /// Random conditions with random values, each beside a compiler that has seen nothing.
  @Test func randomRequestsAreAnsweredAsIfAlone() throws {
    var random = SeededGenerator(seed: 11)
    let compiler = try DifferentialTests.compiler()
    let total = 2000
    for _ in 0..<total {
      var maker = PredicateMaker(random: random)
      let request = request(
        maker.predicate(depth: 2, variable: .root), limit: [nil, 0, 3].randomElement(using: &random) ?? nil)
      random = maker.random
      let alone = try DifferentialTests.compiler()
      #expect(try compiler.compile(request) == alone.compile(request))
      #expect(try compiler.compileCount(request) == alone.compileCount(request))
    }
    #expect(compiler.loweringCount < 2 * total)
    print("Statements of random requests: \(compiler.loweringCount) lowerings of \(2 * total).")
  }
}
