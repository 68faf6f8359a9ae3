import SwiftData
import Testing

/// Models that a predicate captures, in memory and on disk: saved ones by their identifiers, others by identity.
@Suite struct CapturedModelTests {
  @Model final class Owner {
    var name: String
    @Relationship(inverse: \Pet.owner) var pets: [Pet] = []
    @Relationship(inverse: \Pet.sitters) var sits: [Pet] = []

    init(_ name: String) { self.name = name }
  }

  @Model final class Pet {
    var name: String
    var owner: Owner?
    var breeder: Owner?
    var sitters: [Owner] = []
    var mate: Pet?

    init(_ name: String) { self.name = name }
  }

  @Model final class House {
    var name: String
    init(_ name: String) { self.name = name }
  }

  @Model final class Room {
    var house: House
    init(_ house: House) { self.house = house }
  }

  private let container: ModelContainer
  private let context: ModelContext
  private let ann = Owner("Ann")
  private let bo = Owner("Bo")

  init() throws {
    container = try ModelContainer(
      for: Owner.self, Pet.self, House.self, Room.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    context = ModelContext(container)
    let (rex, tom, kit) = (Pet("Rex"), Pet("Tom"), Pet("Kit"))
    for model in [ann, bo] { context.insert(model) }
    for model in [rex, tom, kit] { context.insert(model) }
    (rex.owner, rex.breeder, tom.owner, tom.breeder) = (ann, ann, bo, ann)
    rex.sitters = [bo]
    tom.mate = tom
  }

  /// Over unsaved objects, then over rows, with models of this context and of another.
  private func check(
    _ predicate: (_ ann: Owner, _ bo: Owner) throws -> Predicate<Pet>, _ names: [String],
    location: SourceLocation = #_sourceLocation
  ) throws {
    func found(_ context: ModelContext, _ predicate: Predicate<Pet>) throws -> [String] {
      let pets = try context.fetch(FetchDescriptor(predicate: predicate)).map(\.name).sorted()
      #expect(try context.fetchCount(FetchDescriptor(predicate: predicate)) == pets.count, sourceLocation: location)
      return pets
    }
    let expected = names.sorted()
    let own = try predicate(ann, bo)
    #expect(try found(context, own) == expected, "unsaved", sourceLocation: location)
    let all = try context.fetch(FetchDescriptor<Pet>())
    #expect(try all.filter { try own.evaluate($0) }.map(\.name).sorted() == expected, sourceLocation: location)
    try context.save()
    #expect(try found(context, own) == expected, "saved", sourceLocation: location)
    #expect(try found(ModelContext(container), own) == expected, "another context", sourceLocation: location)
    #expect(!"\(own)".isEmpty)
  }

  @Test func equality() throws {
    try check({ ann, _ in #Predicate { $0.owner == ann } }, ["Rex"])
    try check({ ann, _ in #Predicate { ann == $0.owner } }, ["Rex"])
    try check({ ann, _ in #Predicate { $0.owner != ann } }, ["Tom", "Kit"])
    try check({ ann, _ in #Predicate { ann != $0.owner && $0.name != "Kit" } }, ["Tom"])
  }

  @Test func optionals() throws {
    try check(
      { ann, _ in
        let some: Owner? = ann; return #Predicate { $0.owner == some }
      }, ["Rex"])
    try check(
      { _, _ in
        let none: Owner? = nil; return #Predicate { $0.owner == none }
      }, ["Kit"])
    try check(
      { _, _ in
        let none: Owner? = nil; return #Predicate { none != $0.owner }
      }, ["Rex", "Tom"])
    try check({ ann, _ in #Predicate { $0.owner != nil && $0.owner! == ann } }, ["Rex"])
    try check(
      { ann, _ in
        let some: Owner? = ann; return #Predicate { $0.owner.flatMap { $0 == some } ?? false }
      }, ["Rex"])
  }

  @Test func twoProperties() throws {
    try check({ _, _ in #Predicate { $0.owner == $0.breeder } }, ["Rex", "Kit"])
    try check({ _, _ in #Predicate { $0.owner != $0.breeder } }, ["Tom"])
    try check({ _, _ in #Predicate { $0.mate == $0 } }, ["Tom"])
    try check({ _, _ in #Predicate { pet in pet.owner?.pets.contains { $0 == pet } ?? false } }, ["Rex", "Tom"])
  }

  @Test func membership() throws {
    try check({ ann, bo in #Predicate { [ann, bo].contains($0.owner) } }, ["Rex", "Tom"])
    try check(
      { ann, _ in
        let list = [ann]
        return #Predicate { $0.owner.flatMap { list.contains($0) } ?? false }
      }, ["Rex"])
    try check(
      { ann, _ in
        let set: Set = [ann]
        return #Predicate { $0.owner != nil && !set.contains($0.owner!) }
      }, ["Tom"])
    try check(
      { _, bo in
        let list: [Owner?] = [bo, nil]
        return #Predicate { list.contains($0.owner) }
      }, ["Tom", "Kit"])
    try check(
      { _, _ in
        let list: [Owner?] = []
        return #Predicate { list.contains($0.owner) }
      }, [])
    try check({ _, bo in #Predicate { $0.sitters.contains(bo) } }, ["Rex"])
    try check({ _, bo in #Predicate { $0.sitters.contains { $0 == bo } } }, ["Rex"])
    try check({ ann, _ in #Predicate { $0.owner?.pets.contains { $0.breeder == ann } ?? false } }, ["Rex", "Tom"])
  }

  @Test func mandatoryModels() throws {
    let (first, second) = (House("first"), House("second"))
    for house in [first, second] { context.insert(house) }
    context.insert(Room(first))
    context.insert(Room(second))
    let (list, some): ([House], House?) = ([first], first)
    let predicates: [Predicate<Room>] = [
      #Predicate { $0.house == first }, #Predicate { first == $0.house }, #Predicate { $0.house != second },
      #Predicate { list.contains($0.house) }, #Predicate { $0.house == some }, #Predicate { some == $0.house },
    ]
    for isSaved in [false, true] {
      if isSaved { try context.save() }
      for predicate in predicates {
        let rooms = try context.fetch(FetchDescriptor(predicate: predicate))
        #expect(rooms.map(\.house.name) == ["first"], "\(predicate)")
        #expect(try rooms.allSatisfy { try predicate.evaluate($0) })
      }
    }
  }

  @Test func aModelItself() throws {
    let rex = try #require(context.fetch(FetchDescriptor<Pet>(predicate: #Predicate { $0.name == "Rex" })).first)
    try check({ _, _ in #Predicate { $0 == rex } }, ["Rex"])
    try check({ _, _ in #Predicate { [rex].contains($0) } }, ["Rex"])
  }

  @Test func strangersAreNobody() throws {
    try context.save()
    let other = ModelContext(
      try ModelContainer(
        for: Owner.self, Pet.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
    let (stranger, alone) = (Owner("stranger"), Owner("alone"))
    other.insert(stranger)
    try other.save()
    let elsewhere = Owner("elsewhere")
    ModelContext(container).insert(elsewhere)
    for owner in [stranger, alone, elsewhere] {
      #expect(try context.fetchCount(FetchDescriptor<Pet>(predicate: #Predicate { $0.owner == owner })) == 0)
      #expect(try context.fetchCount(FetchDescriptor<Pet>(predicate: #Predicate { $0.owner != owner })) == 3)
    }
  }

  @Test func aDeletedModelIsNobodysOwner() throws {
    try context.save()
    let ann = ann
    context.delete(ann)
    #expect(try context.fetchCount(FetchDescriptor<Pet>(predicate: #Predicate { $0.owner == ann })) == 0)
  }
}
