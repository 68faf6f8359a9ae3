import Foundation
import StoreContract
import SwiftData
import Testing

@testable import SwiftData

/// What identifiers name, before and after a save, and which models are equal.
@Suite struct IdentityTests {
  private func card(_ id: PersistentIdentifier, in context: ModelContext) throws -> [Ctx.Card] {
    try context.fetch(FetchDescriptor<Ctx.Card>(predicate: #Predicate { $0.persistentModelID == id }))
  }

  private func isNamed(_ card: Ctx.Card, by id: PersistentIdentifier, in context: ModelContext) throws -> Bool {
    let registered: Ctx.Card? = context.registeredModel(for: id)
    let ids = [id]
    let listed = try context.fetch(
      FetchDescriptor<Ctx.Card>(predicate: #Predicate { ids.contains($0.persistentModelID) }))
    return try registered === card && context.existingModel(for: id) === card && context.model(for: id) === card
      && self.card(id, in: context).elementsEqual([card], by: ===) && listed.elementsEqual([card], by: ===)
  }

  @Test func anIdentifierIsTemporaryBeforeTheSave() throws {
    let context = ModelContext(try Ctx.container())
    let (a, b) = (Ctx.Card(code: 1), Ctx.Card(code: 2))
    let early = a.persistentModelID
    context.insert(a)
    context.insert(b)
    let (first, second) = (a.persistentModelID, b.persistentModelID)
    #expect(first.storeIdentifier == nil && second.storeIdentifier == nil && first.entityName == "Card")
    #expect(first == early && first == a.id && first != second && first.hashValue == early.hashValue)
    #expect(try isNamed(a, by: first, in: context) && isNamed(b, by: second, in: context))
    try context.save()
    #expect(a.persistentModelID.storeIdentifier == context.container.store.identifier)
    #expect(a.persistentModelID != first && a.persistentModelID == a.id && a.persistentModelID != b.persistentModelID)
  }

  @Test func theOldIdentifierNamesItsModelAfterTheSave() throws {
    let container = try Ctx.container()
    let context = ModelContext(container)
    let (a, late) = (Ctx.Card(code: 1), Ctx.Card(code: 3))
    let early = late.persistentModelID
    context.insert(a)
    context.insert(late)
    let old = a.persistentModelID
    try context.save()
    #expect(try isNamed(a, by: old, in: context) && isNamed(late, by: early, in: context))
    // Another one that has no row now, as those had none then.
    let b = Ctx.Card(code: 2)
    context.insert(b)
    #expect(try isNamed(a, by: old, in: context) && isNamed(late, by: early, in: context))
    #expect(try isNamed(a, by: a.persistentModelID, in: context))
    // Other contexts never had it: it names nothing there, and not what they have without a row.
    let other = ModelContext(container)
    let own = Ctx.Card(code: 4)
    other.insert(own)
    let registered: Ctx.Card? = other.registeredModel(for: old)
    #expect(try registered == nil && other.existingModel(for: old) == nil && card(old, in: other).isEmpty)
    let blank = other.model(for: old)
    #expect(blank.isDeleted && blank !== own)
    context.delete(context.model(for: old))
    #expect(a.isDeleted && !b.isDeleted)
    try context.save()
    #expect(try context.existingModel(for: old) == nil && context.model(for: old).isDeleted)
    #expect(try context.fetch(FetchDescriptor<Ctx.Card>(sortBy: [SortDescriptor(\.code)])).map(\.code) == [2, 3])
  }

  @Test func nothingIsHeldForAnIdentifier() throws {
    let context = ModelContext(try Ctx.container())
    weak var gone: Ctx.Card?
    func save() throws -> PersistentIdentifier {
      let card = Ctx.Card(code: 7)
      gone = card
      context.insert(card)
      let id = card.persistentModelID
      try context.save()
      return id
    }
    let old = try save()
    #expect(gone == nil)
    let registered: Ctx.Card? = context.registeredModel(for: old)
    #expect(try registered == nil && (context.existingModel(for: old) as? Ctx.Card)?.code == 7)
  }

  @Test func takenBackAndInsertedAgain() throws {
    let context = ModelContext(try Ctx.container())
    let a = Ctx.Card(code: 1)
    context.insert(a)
    let id = a.persistentModelID
    context.rollback()
    let b = Ctx.Card(code: 2)
    context.insert(b)
    #expect(try context.existingModel(for: id) == nil && card(id, in: context).isEmpty)
    context.insert(a)
    #expect(a.persistentModelID == id)
    #expect(try isNamed(a, by: id, in: context))
    context.delete(a)
    context.insert(a)
    try context.save()
    #expect(try isNamed(a, by: id, in: context))
  }

  @Test func undoneAndDoneAgain() throws {
    let context = ModelContext(try Ctx.container())
    let manager = UndoManager()
    context.undoManager = manager
    let card = Ctx.Card(code: 3)
    context.insert(card)
    let id = card.persistentModelID
    manager.undo()
    try context.save()
    #expect(try card.isDeleted && context.existingModel(for: id) == nil)
    manager.redo()
    #expect(card.persistentModelID == id)
    #expect(try isNamed(card, by: id, in: context))
    try context.save()
    #expect(try isNamed(card, by: id, in: context))
  }

  @Test func whatStandsForARowIsNamedByItsOldIdentifier() throws {
    let context = ModelContext(try Ctx.container())
    let stored = Ctx.Topic(word: "w")
    context.insert(stored)
    try context.save()
    let double = Ctx.Topic(word: "w")
    double.weight = 2
    context.insert(double)
    let (old, first) = (double.persistentModelID, Ctx.Topic(word: "v"))
    context.insert(first)
    let lost = first.persistentModelID
    let second = Ctx.Topic(word: "v")
    context.insert(second)
    try context.save()
    #expect(try context.existingModel(for: old) === stored && stored.weight == 2)
    #expect(double.persistentModelID == stored.persistentModelID)
    #expect(try context.existingModel(for: lost) === second && context.fetchCount(FetchDescriptor<Ctx.Topic>()) == 2)
    // Without an object of the row, the new one stands for it.
    let other = ModelContext(context.container)
    let taker = Ctx.Topic(word: "w")
    other.insert(taker)
    let early = taker.persistentModelID
    try other.save()
    #expect(try other.existingModel(for: early) === taker && taker.persistentModelID == stored.persistentModelID)
  }

  @Test func aModelThatJoinsByItsInitializer() throws {
    let context = ModelContext(try Ctx.container())
    let topic = Ctx.Topic(word: "w")
    context.insert(topic)
    let note = try Ctx.Note(text: "n", topic: topic)
    let id = note.persistentModelID
    #expect(try context.existingModel(for: id) === note)
    try context.save()
    #expect(try context.existingModel(for: id) === note && note.persistentModelID != id)
  }

  @Test func aCodedIdentifierWithoutARowIsOfThisProcess() throws {
    let context = ModelContext(try Ctx.container())
    let card = Ctx.Card(code: 1)
    context.insert(card)
    let data = try JSONEncoder().encode(card.persistentModelID)
    let again = try JSONDecoder().decode(PersistentIdentifier.self, from: data)
    #expect(again == card.persistentModelID)
    #expect(try context.existingModel(for: again) === card)
    let text = String(decoding: data, as: UTF8.self)
    let number = try #require(text.firstMatch(of: /"primaryKey":"t(\d+)"/)?.1)
    for other in ["1", "0", "4611686018427387904"] {
      let id = try JSONDecoder().decode(
        PersistentIdentifier.self, from: Data(text.replacing("t\(number)", with: "t\(other)").utf8))
      #expect(try context.existingModel(for: id) == nil && id != again)
    }
  }

  // MARK: equality

  @Test func modelsAreEqualWhenTheyAreOneObject() throws {
    let container = try Ctx.container()
    let (here, there) = (ModelContext(container), ModelContext(container))
    let card = Ctx.Card(code: 1)
    var set: Set<Ctx.Card> = [card]
    let hash = card.hashValue
    here.insert(card)
    #expect(set.contains(card))
    try here.save()
    // A save gives another identifier, and takes nobody out of a set.
    #expect(set.contains(card) && !set.insert(card).inserted && card.hashValue == hash && set.count == 1)
    let other = try #require(try there.fetch(FetchDescriptor<Ctx.Card>()).first)
    #expect(other.persistentModelID == card.persistentModelID && other.id == card.id)
    #expect(other != card && !set.contains(other) && Set([card.id, other.id]).count == 1)
    #expect(try here.fetch(FetchDescriptor<Ctx.Card>()) == [card])
  }

  @Model final class Parcel {
    var id: UUID
    var weight: Int

    init(id: UUID, weight: Int) {
      self.id = id
      self.weight = weight
    }
  }

  @Test func anIdOfTheClassesOwn() throws {
    func ids<Element: Identifiable>(_ elements: [Element]) -> [Element.ID] { elements.map(\.id) }
    let container = try ModelContainer(for: Parcel.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let wanted = UUID()
    for (id, weight) in [(UUID(), 1), (wanted, 2), (UUID(), 3)] { context.insert(Parcel(id: id, weight: weight)) }
    let byID = FetchDescriptor<Parcel>(predicate: #Predicate { $0.id == wanted })
    #expect(try context.fetch(byID).map(\.weight) == [2])
    try context.save()
    let fresh = ModelContext(container)
    let found = try fresh.fetch(byID)
    #expect(found.map(\.weight) == [2])
    let list: [UUID] = ids(found)
    #expect(list == [wanted])
    let key = try #require(found.first?.persistentModelID)
    #expect(key.storeIdentifier == container.store.identifier)
    #expect(try fresh.fetch(FetchDescriptor<Parcel>(predicate: #Predicate { $0.persistentModelID == key })) == found)
  }
}
