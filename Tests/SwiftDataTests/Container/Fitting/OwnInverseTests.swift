import Foundation
import ModelDescription
import SwiftData
import Testing

private enum Circle {
  /// No class can say that `friends` is its own inverse: the macro would need the property that it declares.
  @Model final class Person {
    var name: String
    var friends: [Person]? = []
    init(name: String) { self.name = name }
  }

  @Model final class Wedded {
    var name: String
    var spouse: Wedded?
    init(name: String) { self.name = name }
  }
}

/// A relationship that is its own inverse hashes as one without an inverse does, and lies in another table.
@Suite struct OwnInverseTests {
  private static let model = ModelDescription(entities: [
    EntityDescription(
      name: "Person", attributes: [AttributeDescription(name: "name", type: .string)],
      relationships: [
        RelationshipDescription(
          name: "friends", destinationEntityName: "Person", inverseName: "friends", isToMany: true)
      ]),
    EntityDescription(
      name: "Wedded", attributes: [AttributeDescription(name: "name", type: .string)],
      relationships: [
        RelationshipDescription(
          name: "spouse", destinationEntityName: "Wedded", inverseName: "spouse", isToMany: false)
      ]),
  ])

  private static func store() throws -> FittingStore {
    let store = try FittingStore(model)
    try store.execute(
      """
      INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 1, 1, 'Ada'), (2, 1, 1, 'Bob'), (3, 1, 1, 'Cid');
      INSERT INTO Z_1FRIENDS (Z_1FRIENDS, Z_1FRIENDS1) VALUES (1, 2), (2, 1);
      INSERT INTO ZWEDDED (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 2, 1, 'Eve'), (2, 2, 1, 'Fay');
      UPDATE Z_PRIMARYKEY SET Z_MAX = 3
      """)
    return store
  }

  @Test func theStoresOwnModelSaysWhichItIs() throws {
    let store = try Self.store()
    let facts = try store.facts()
    for round in 1...2 {
      let context = try store.open(Circle.Person.self, Circle.Wedded.self)
      let people = try context.fetch(FetchDescriptor<Circle.Person>(sortBy: [SortDescriptor(\.name)]))
      let wedded = try context.fetch(FetchDescriptor<Circle.Wedded>(sortBy: [SortDescriptor(\.name)]))
      let names = { (person: Circle.Person) in (person.friends ?? []).map(\.name).sorted() }
      guard round == 1 else {
        #expect(people.map(names) == [["Bob"], ["Ada", "Cid"], ["Bob"]])
        #expect(wedded.map { $0.spouse?.name } == ["Fay", "Eve"])
        continue
      }
      #expect(people.map(names) == [["Bob"], ["Ada"], []])
      people[2].friends?.append(people[1])
      wedded[0].spouse = wedded[1]
      #expect(names(people[1]) == ["Ada", "Cid"])
      #expect(wedded[1].spouse === wedded[0])
      try context.save()
    }
    #expect(try store.sql("SELECT * FROM Z_1FRIENDS ORDER BY 1, 2") == ["1|2", "2|1", "2|3", "3|2"])
    #expect(try store.facts() == facts)
  }

  @Test func withoutAnInverseItStaysAColumn() throws {
    var model = Self.model
    for index in model.entities.indices { model.entities[index].relationships[0].inverseName = nil }
    let store = try FittingStore(model)
    let context = try store.open(Circle.Person.self, Circle.Wedded.self)
    let (ada, bob) = (Circle.Person(name: "Ada"), Circle.Person(name: "Bob"))
    context.insert(ada)
    context.insert(bob)
    ada.friends = [bob]
    #expect(bob.friends?.isEmpty != false)
    try context.save()
    #expect(try store.sql("SELECT ZNAME, Z1FRIENDS FROM ZPERSON ORDER BY 1") == ["Ada|-", "Bob|1"])
  }
}
