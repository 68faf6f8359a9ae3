import Foundation
import TestKit
import Testing

@testable import ModelFiles

/// Predicates that loop, repeat each other or nest deeper than any model's.
@Suite struct ArchivedExpressionTests {
  /// `levels` compound predicates, each of which lists the next one twice: 2^levels expressions in a small file.
  @Test func predicatesThatDoubleAreRefused() throws {
    try Self.expectRefusal(of: Self.archive(levels: 40, fanOut: 2), "its predicates repeat each other too often")
  }

  @Test func predicatesThatNestTooDeeplyAreRefused() throws {
    try Self.expectRefusal(of: Self.archive(levels: 80, fanOut: 1), "a predicate is nested too deeply")
  }

  @Test func aPredicateInItselfIsRefused() throws {
    try Self.expectRefusal(of: Self.archive(levels: 1, fanOut: 1, isLoop: true), "a predicate is nested too deeply")
  }

  @Test func ordinaryDepthIsRead() throws {
    let archive = try KeyedArchive(Self.archive(levels: 60, fanOut: 1))
    let expressions = ArchivedExpression(archive)
    #expect(expressions.text(of: archive.root).hasSuffix(String(repeating: ")", count: 60)))
    try expressions.check()
  }

  private static func expectRefusal(of file: Data, _ message: String) throws {
    let archive = try KeyedArchive(file)
    let expressions = ArchivedExpression(archive)
    _ = expressions.tree(of: archive.root)
    #expect {
      try expressions.check()
    } throws: { "\($0)" == message }
  }

  /// NOT (NOT (… SELF)), each level listing its part `fanOut` times.
  private static func archive(levels: Int, fanOut: Int, isLoop: Bool = false) -> Data {
    var objects: [PlistValue] = []
    // Two objects a level, then the innermost expression, then three classes.
    let classes = 2 * levels + 2
    for level in 0..<levels {
      let next = isLoop && level == levels - 1 ? 1 : 2 * level + 3
      objects.append(
        .dictionary([
          "$class": .uid(classes), "NSCompoundPredicateType": .integer(fanOut == 1 ? 0 : 1),
          "NSSubpredicates": .uid(2 * level + 2),
        ]))
      objects.append(
        .dictionary([
          "$class": .uid(classes + 1), "NS.objects": .array(Array(repeating: .uid(next), count: fanOut)),
        ]))
    }
    objects.append(.dictionary(["$class": .uid(classes + 2)]))
    for name in ["NSCompoundPredicate", "NSArray", "NSSelfExpression"] {
      objects.append(.dictionary(["$classname": .string(name)]))
    }
    return BinaryPlistFixture.archive(root: 1, objects)
  }
}
