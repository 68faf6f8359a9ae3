import Foundation
import ObjectGraph
import StoreContract
import SwiftData
import Testing

@testable import SwiftData

/// Objects and identifiers that belong to another context or another store, and inserting what was deleted.
@Suite struct ForeignObjectTests {
  @Model final class Crate {
    var name: String
    @Relationship(inverse: \Piece.crate) var pieces: [Piece]
    init(name: String) {
      self.name = name
      pieces = []
    }
  }

  @Model final class Piece {
    var number: Int
    var crate: Crate?
    init(number: Int) { self.number = number }
  }

  private func container() throws -> ModelContainer {
    try ModelContainer(for: Crate.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
  }

  private func crate(_ name: String, in container: ModelContainer) throws -> PersistentIdentifier {
    let context = ModelContext(container)
    let crate = Crate(name: name)
    context.insert(crate)
    try context.save()
    return crate.persistentModelID
  }

  private func refusal(_ body: () throws -> Void) -> String {
    do {
      try body()
      return "nothing"
    } catch {
      return "\(error)"
    }
  }

  @Test func anUnsavedObjectOfAnotherContextIsNoDestination() throws {
    let container = try container()
    let (here, there) = (ModelContext(container), ModelContext(container))
    let theirs = (0..<3).map { Crate(name: "\($0)") }
    for crate in theirs { there.insert(crate) }
    let piece = Piece(number: 1)
    here.insert(piece)
    piece.crate = theirs[2]
    #expect(refusal { try here.save() }.contains("Piece.crate: has an object of another context; fetch it in this one"))
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Piece>()) == 0)
  }

  @Test func aRowOfAnotherStoreIsNoDestination() throws {
    let (first, second) = (try container(), try container())
    _ = try crate("ours", in: first)
    _ = try crate("theirs", in: second)
    let (here, there) = (ModelContext(first), ModelContext(second))
    let theirs = try #require(try there.fetch(FetchDescriptor<Crate>()).first)
    let piece = Piece(number: 1)
    here.insert(piece)
    piece.crate = theirs
    #expect(refusal { try here.save() }.contains("Piece.crate: has an object of another context"))
    piece.crate = nil
    try here.save()
  }

  @Test func aSavedObjectOfTheSameStoreIsItsRow() throws {
    let container = try container()
    _ = try crate("A", in: container)
    let (here, there) = (ModelContext(container), ModelContext(container))
    let crate = try #require(try there.fetch(FetchDescriptor<Crate>()).first)
    let piece = Piece(number: 1)
    here.insert(piece)
    piece.crate = crate
    try here.save()
    #expect(try ModelContext(container).fetch(FetchDescriptor<Piece>()).first?.crate?.name == "A")
  }

  @Test func membersOfAnotherContextAreRefused() throws {
    let container = try container()
    let (here, there) = (ModelContext(container), ModelContext(container))
    let crate = Crate(name: "A")
    let piece = Piece(number: 1)
    here.insert(crate)
    there.insert(piece)
    crate.pieces.append(piece)
    #expect(refusal { try here.save() }.contains("Crate.pieces: has an object of another context"))
  }

  @Test func identifiersOfAnotherStoreNameNothing() throws {
    let (first, second) = (try container(), try container())
    let ours = try crate("ours", in: first)
    let theirs = try crate("theirs", in: second)
    let context = ModelContext(first)
    let known = try #require(try context.fetch(FetchDescriptor<Crate>()).first)
    let found: Crate? = context.registeredModel(for: theirs)
    #expect(found == nil && known.name == "ours")
    #expect(try context.existingModel(for: theirs) == nil)
    #expect(context.model(for: theirs).isDeleted)
    // Said once for the two stores, by whichever call meets it first.
    let (own, other) = (first.store.identifier, second.store.identifier)
    let line = ObjectContext.foreign("Crate", other, own)
    #expect(Notice.wasShown(line) && line.contains(own) && line.contains(other))
    #expect(!Notice.wasShown(ObjectContext.foreign("Crate", own, other)))
    #expect(
      try ModelContext(second).fetchCount(
        FetchDescriptor<Crate>(predicate: #Predicate { $0.persistentModelID == ours })) == 0)
    #expect(Notice.wasShown(ObjectContext.foreign("Crate", own, other)))
    #expect((context.model(for: ours) as? Crate)?.name == "ours")

    for number in 1...2 { context.insert(Piece(number: number)) }
    try context.fetch(FetchDescriptor<Piece>(predicate: #Predicate { $0.number == 1 })).first?.crate = known
    try context.save()
    func numbers(_ predicate: Predicate<Piece>) throws -> [Int] {
      try context.fetch(FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.number)])).map(\.number)
    }
    #expect(try numbers(#Predicate { $0.crate?.persistentModelID == theirs }) == [])
    #expect(try numbers(#Predicate { $0.crate?.persistentModelID != theirs }) == [1, 2])
    #expect(try numbers(#Predicate { $0.crate?.persistentModelID == ours }) == [1])
  }

  @Test func insertingTakesADeletionBack() throws {
    let container = try container()
    _ = try crate("A", in: container)
    let context = ModelContext(container)
    let crate = try #require(try context.fetch(FetchDescriptor<Crate>()).first)
    context.delete(crate)
    context.insert(crate)
    crate.name = "B"
    try context.save()
    #expect(try ModelContext(container).fetch(FetchDescriptor<Crate>()).map(\.name) == ["B"])

    let fresh = Crate(name: "C")
    context.insert(fresh)
    context.delete(fresh)
    context.insert(fresh)
    try context.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Crate>()) == 2)
  }

  @Test func whatWasDeletedAndSavedStaysGone() throws {
    let container = try container()
    _ = try crate("A", in: container)
    let context = ModelContext(container)
    let crate = try #require(try context.fetch(FetchDescriptor<Crate>()).first)
    context.delete(crate)
    try context.save()
    context.insert(crate)
    #expect(refusal { try context.save() }.contains("a deleted model cannot be inserted again"))
  }

  @Test func aRelationshipHoldsAnObjectOnce() throws {
    let context = ModelContext(try container())
    let crate = Crate(name: "A")
    let pieces = (1...3).map(Piece.init)
    context.insert(crate)
    crate.pieces = pieces + [pieces[0]]
    #expect(crate.pieces.map(\.number) == [1, 2, 3])
    crate.pieces.append(pieces[1])
    #expect(crate.pieces.map(\.number) == [1, 2, 3])
    crate.pieces.append(Piece(number: 4))
    #expect(crate.pieces.map(\.number) == [1, 2, 3, 4])
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Piece>()) == 4)
  }

  @Test func windowsBeyondEveryNumberAreEmpty() throws {
    let context = ModelContext(try container())
    context.insert(Crate(name: "A"))
    var descriptor = FetchDescriptor<Crate>()
    descriptor.fetchLimit = 1
    descriptor.fetchOffset = .max
    #expect(try context.fetch(descriptor).isEmpty)
    descriptor.fetchLimit = .max
    #expect(try context.fetch(descriptor).isEmpty)
  }
}
