import ModelDescription
import ObjectGraph
import SQLiteDriver
import SchemaTypes
import TestKit
import Testing

@testable import SwiftData

@Suite struct ShapeTests {
  private static var models: [any PersistentModel.Type] {
    [
      Shapes.Open.self, Shapes.Inside.self, Shapes.Node.self, Shapes.Keeper.self, Shapes.Place.self,
      Shapes.Emptier.self,
    ]
  }

  private func memory() throws -> ModelContainer {
    try ModelContainer(for: Schema(Self.models), configurations: ModelConfiguration(isStoredInMemoryOnly: true))
  }

  @Test func accessLevelsAndPropertiesThatAreNotStored() throws {
    let container = try memory()
    let context = ModelContext(container)
    let open = Shapes.Open()
    open.raise()
    open.both = "changed"
    open.note = "kept by the object alone"
    context.insert(open)
    context.insert(Shapes.Inside())
    context.insert(Shapes.Emptier())
    try context.save()
    let second = ModelContext(container)
    let read = try #require(try second.fetch(FetchDescriptor<Shapes.Open>()).first)
    #expect(read.count == 1 && read.both == "changed" && read.halves == 2 && read.twice == 2 && read.slow == 0)
    #expect(read.note == "n" && read.lazyNote == nil && open.note == "kept by the object alone")
    read.note = "no change of the row"
    #expect(!second.hasChanges)
    let inside = try #require(
      try second.fetch(FetchDescriptor<Shapes.Inside>(predicate: #Predicate { $0.class == "c" })).first)
    #expect(inside.default == nil && !inside.in && inside.self_ == 1)
    #expect(Shapes.hiddenNames() == ["x", "y"])
    #expect(try second.fetch(FetchDescriptor<Shapes.Empty>()).first is Shapes.Emptier)
    let names = try #require(container.schemaNames["Open"])
    #expect(names == ["name", "inner", "hidden", "half", "count", "kept"])
  }

  @Test func aRelationshipToItsOwnClass() throws {
    let container = try memory()
    let context = ModelContext(container)
    let (root, leaf) = (Shapes.Node("root"), Shapes.Node("leaf"))
    root.children = [leaf]
    root.friends = [leaf, root]
    context.insert(root)
    #expect(leaf.parent === root && leaf.friendOf?.count == 1 && leaf.friendOf?.first === root)
    try context.save()
    let second = ModelContext(container)
    let read = try #require(
      try second.fetch(FetchDescriptor<Shapes.Node>(predicate: #Predicate { $0.parent == nil })).first)
    #expect(read.name == "root" && read.children.map(\.name) == ["leaf"])
    #expect(Set((read.friends ?? []).map(\.name)) == ["leaf", "root"])
    second.delete(read)
    try second.save()
    #expect(try second.fetchCount(FetchDescriptor<Shapes.Node>()) == 0)
  }

  @Test func denyAndNoAction() throws {
    let container = try memory()
    let context = ModelContext(container)
    let keeper = Shapes.Keeper()
    let (held, loose) = (Shapes.Kept(), Shapes.Kept())
    keeper.kept = [held]
    keeper.loose = loose
    context.insert(keeper)
    try context.save()
    context.delete(keeper)
    let error = #expect(throws: SwiftDataError.self) { try context.save() }
    #expect("\(error as Any)".contains("Keeper.kept"))
    context.rollback()
    keeper.kept = []
    try context.save()
    context.delete(loose)
    try context.save()
    let second = ModelContext(container)
    let read = try #require(try second.fetch(FetchDescriptor<Shapes.Keeper>()).first)
    // No action leaves the reference as it was; it leads to no row.
    #expect(read.loose == nil && read.kept == [])
  }

  @Test func aDeletedModelKeepsItsLastValues() throws {
    let context = ModelContext(try memory())
    let node = Shapes.Node("a")
    context.insert(node)
    try context.save()
    let id = node.persistentModelID
    context.delete(node)
    try context.save()
    #expect(node.name == "a" && node.isDeleted && node.children.isEmpty && node.parent == nil)
    node.name = "b"
    #expect(!context.hasChanges)
    #expect(try context.existingModel(for: id) == nil)
    #expect((context.model(for: id) as? Shapes.Node)?.isDeleted == true)
  }

  @Test func oneRowInTwoContexts() throws {
    let container = try memory()
    let (one, two) = (ModelContext(container), ModelContext(container))
    one.insert(Shapes.Node("a"))
    try one.save()
    let first = try #require(try one.fetch(FetchDescriptor<Shapes.Node>()).first)
    let second = try #require(try two.fetch(FetchDescriptor<Shapes.Node>()).first)
    #expect(first !== second && first.persistentModelID == second.persistentModelID)
    first.name = "b"
    try one.save()
    #expect(second.name == "b")
    #expect(try two.fetch(FetchDescriptor<Shapes.Node>()).first?.name == "b" && second.name == "b")
    two.insert(first)
    #expect(throws: (any Error).self) { try two.save() }
  }

  @Test func rollbackUndoesEveryKindOfChange() throws {
    let context = ModelContext(try memory())
    let (root, leaf, gone) = (Shapes.Node("root"), Shapes.Node("leaf"), Shapes.Node("gone"))
    root.children = [leaf]
    root.friends = [gone]
    for node in [root, leaf, gone] { context.insert(node) }
    try context.save()
    root.name = "x"
    root.children = []
    root.friends = nil
    leaf.friends = [root]
    context.delete(gone)
    let new = Shapes.Node("new")
    new.parent = leaf
    context.insert(new)
    context.rollback()
    #expect(!context.hasChanges && root.name == "root" && root.children.map(\.name) == ["leaf"])
    #expect(leaf.parent === root && root.friends?.map(\.name) == ["gone"] && (leaf.friends ?? []).isEmpty)
    #expect(!gone.isDeleted && leaf.children.isEmpty && new.modelContext == nil)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Shapes.Node>()) == 3)
  }

  @Test func predicateAndSortInOneFetch() throws {
    let context = ModelContext(try memory())
    for name in ["d", "b", "a", "c"] { context.insert(Shapes.Node(name)) }
    try context.save()
    var descriptor = FetchDescriptor<Shapes.Node>(
      predicate: #Predicate { $0.name != "b" }, sortBy: [SortDescriptor(\.name, order: .reverse)])
    descriptor.fetchLimit = 2
    descriptor.fetchOffset = 1
    #expect(try context.fetch(descriptor).map(\.name) == ["c", "a"])
  }

  @Test func anRTreeIndexIsLeftOutWithALine() throws {
    let container = try memory()
    let line =
      "The index SwiftDataIndexOnRTreelatitudelongitude of Place is not made: how the frameworks write location (R-tree)"
      + " indexes is not known; fetches answer the same without."
    #expect(Notice.wasShown(line))
    let context = ModelContext(container)
    context.insert(Shapes.Place())
    try context.save()
  }

  @Test func identifiersInPredicatesAndInJSON() throws {
    let context = ModelContext(try memory())
    let (a, b) = (Shapes.Node("a"), Shapes.Node("b"))
    b.parent = a
    context.insert(a)
    context.insert(b)
    let temporary = b.persistentModelID
    #expect(try JSONDecoder().decode(PersistentIdentifier.self, from: JSONEncoder().encode(temporary)) == temporary)
    try context.save()
    let id = a.persistentModelID
    #expect(
      try context.fetch(FetchDescriptor<Shapes.Node>(predicate: #Predicate { $0.persistentModelID == id })) == [a])
    #expect(
      try context.fetch(FetchDescriptor<Shapes.Node>(predicate: #Predicate { $0.parent?.persistentModelID == id })) == [
        b
      ])
    let ids = [id, b.persistentModelID]
    #expect(
      try context.fetchCount(FetchDescriptor<Shapes.Node>(predicate: #Predicate { ids.contains($0.persistentModelID) }))
        == 2)
    let data = try JSONEncoder().encode(id)
    let parts = try #require(
      (JSONSerialization.jsonObject(with: data) as? [String: Any])?["implementation"] as? [String: Any])
    #expect(parts["primaryKey"] as? String == "p1" || parts["primaryKey"] as? String == "p2")
    #expect(parts["entityName"] as? String == "Node" && parts["isTemporary"] as? Bool == false)
    let uri = try #require(parts["uriRepresentation"] as? String)
    #expect(uri.hasPrefix("x-coredata://\(id.storeIdentifier ?? "-")/Node/p"))
    #expect(try JSONDecoder().decode(PersistentIdentifier.self, from: data) == id)
    let made = try PersistentIdentifier.identifier(
      for: id.storeIdentifier ?? "", entityName: "Node", primaryKey: try #require(parts["primaryKey"] as? String))
    #expect(made == id && !(id < made))
    #expect(throws: (any Error).self) {
      try PersistentIdentifier.identifier(for: "s", entityName: "Node", primaryKey: "x")
    }
  }
}

extension ModelContainer {
  /// Property names by entity.
  fileprivate var schemaNames: [String: [String]] {
    Dictionary(
      uniqueKeysWithValues: classes.model.description.entities.map { entity in
        (entity.name, entity.attributes.map(\.name))
      })
  }
}
