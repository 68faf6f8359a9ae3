import ModelDescription
import ModelEvolution
import Testing

@Suite struct VersionTests {
  @Test(
    arguments: [
      (0, 2, [(0, 1), (1, 2)], ["0-1:0", "1-2:1"]),
      (1, 2, [(0, 1), (1, 2)], ["1-2:1"]),
      (0, 2, [(0, 1), (1, 2), (0, 2)], ["0-2:2"]),
      // No stage begins or ends at version 1.
      (1, 3, [(0, 2), (2, 3)], ["1-2", "2-3:1"]),
      (0, 3, [(2, 3)], ["0-1", "1-2", "2-3:0"]),
      (0, 2, [], ["0-1", "1-2"]),
      (2, 2, [(0, 1)], []),
      (3, 1, [(0, 1)], []),
      // What is said goes before what is short.
      (0, 3, [(0, 1), (1, 2), (2, 3), (0, 2)], ["0-2:3", "2-3:2"]),
      (0, 2, [(1, 0), (0, 9)], ["0-1", "1-2"]),
    ] as [(Int, Int, [(Int, Int)], [String])])
  func routes(_ start: Int, _ end: Int, _ stages: [(Int, Int)], _ expected: [String]) {
    let route = MigrationRoute(from: start, to: end, stages: stages.map { (from: $0.0, to: $0.1) })
    #expect(route.hops.map { "\($0.from)-\($0.to)" + ($0.stage.map { ":\($0)" } ?? "") } == expected)
  }

  private func model(_ names: [String], more: String? = nil) throws -> ResolvedModel {
    var entities = [
      EntityDescription(name: "Book", attributes: names.map { AttributeDescription(name: $0, type: .string) })
    ]
    if let more {
      entities.append(
        EntityDescription(name: more, attributes: [AttributeDescription(name: "code", type: .string)]))
    }
    return try ResolvedModel(ModelDescription(entities: entities))
  }

  @Test func theNearestVersionComesFirst() throws {
    let store = try model(["title", "isbn"])
    let versions = [
      (name: "one", model: try model(["title"])),
      (name: "two", model: try model(["title", "pages", "isbn"])),
      (name: "three", model: try model(["title", "pages", "isbn"], more: "Shelf")),
    ]
    let nearest = VersionDistance.nearest(to: store, among: versions, limit: 3)
    #expect(nearest.map(\.name) == ["two", "one", "three"])
    #expect(nearest.map(\.count) == [1, 1, 3])
    #expect(nearest[0].lines.count == 1 && nearest[0].lines[0].hasPrefix("Book.pages: the store has no such property"))
    #expect(VersionDistance.nearest(to: store, among: versions).count == 2)
  }
}
