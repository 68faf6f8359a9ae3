import Foundation
import SwiftData
import Testing

/// Changes of a context that an undo manager takes back and does again.
@Suite struct UndoTests {
  private let container: ModelContainer
  private let context: ModelContext
  private let manager = UndoManager()

  init() throws {
    container = try Ctx.container()
    context = ModelContext(container)
    context.undoManager = manager
  }

  private func stored<T: PersistentModel>(_ type: T.Type) throws -> [T] {
    try ModelContext(container).fetch(FetchDescriptor<T>())
  }

  @Test func insertions() throws {
    #expect(!manager.canUndo)
    let card = Ctx.Card(code: 1)
    context.insert(card)
    #expect(manager.canUndo && context.undoManager === manager)
    manager.undo()
    #expect(!context.hasChanges && context.insertedModelsArray.isEmpty && card.isDeleted && card.code == 1)
    #expect(manager.canRedo && !manager.canUndo)
    manager.redo()
    #expect(context.insertedModelsArray.count == 1 && !card.isDeleted)
    try context.save()
    #expect(try stored(Ctx.Card.self).map(\.code) == [1])
    manager.undo()
    #expect(card.isDeleted)
    try context.save()
    #expect(try stored(Ctx.Card.self).isEmpty)
    manager.redo()
    try context.save()
    #expect(try stored(Ctx.Card.self).map(\.code) == [1])
  }

  @Test func edits() throws {
    let member = Ctx.Member("Ada", "L", age: 36)
    context.insert(member)
    try context.save()
    manager.removeAllActions()
    member.age = 37
    context.processPendingChanges()
    member.first = "Augusta"
    member.age = 38
    manager.undo()
    #expect(member.first == "Ada" && (member.age == 36 || member.age == 37))
    if manager.canUndo { manager.undo() }
    #expect(member.first == "Ada" && member.age == 36)
    while manager.canRedo { manager.redo() }
    #expect(member.first == "Augusta" && member.age == 38)
    try context.save()
    #expect(try stored(Ctx.Member.self).map(\.age) == [38])
    // Saving does not take the way back.
    while manager.canUndo { manager.undo() }
    try context.save()
    #expect(try stored(Ctx.Member.self).map(\.age) == [36])
    #expect(try stored(Ctx.Member.self).map(\.first) == ["Ada"])
  }

  @Test func groupsAreStepsOfTheirOwn() throws {
    let card = Ctx.Card(code: 0)
    context.insert(card)
    try context.save()
    manager.removeAllActions()
    manager.groupsByEvent = false
    for code in 1...3 {
      manager.beginUndoGrouping()
      card.code = code
      manager.endUndoGrouping()
    }
    #expect(manager.undoCount == 3)
    for code in [2, 1, 0] {
      manager.undo()
      #expect(card.code == code)
    }
    #expect(!manager.canUndo && manager.redoCount == 3)
    for code in 1...3 {
      manager.redo()
      #expect(card.code == code)
    }
    manager.undo()
    manager.beginUndoGrouping()
    card.code = 9
    manager.endUndoGrouping()
    #expect(!manager.canRedo)
  }

  @Test(arguments: [false, true]) func deletionsWithTheirCascades(savesBetween: Bool) throws {
    let member = Ctx.Member("Ada", "L", age: 36, card: Ctx.Card(code: 5))
    context.insert(member)
    try context.save()
    manager.removeAllActions()
    let card = try #require(member.card)
    context.delete(member)
    #expect(card.isDeleted)
    context.processPendingChanges()
    if savesBetween { try context.save() }
    manager.undo()
    #expect(!member.isDeleted && !card.isDeleted && member.card === card && card.member === member)
    try context.save()
    let found = try #require(try stored(Ctx.Member.self).first)
    #expect(found.first == "Ada" && found.age == 36 && found.card?.code == 5)
    #expect(try stored(Ctx.Card.self).count == 1)
    manager.redo()
    #expect(member.isDeleted && card.isDeleted)
    try context.save()
    #expect(try stored(Ctx.Member.self).isEmpty)
    #expect(try stored(Ctx.Card.self).isEmpty)
  }

  @Test func relationshipsOfBothEnds() throws {
    let (one, two) = (Ctx.Publisher(name: "one"), Ctx.Publisher(name: "two"))
    context.insert(one)
    context.insert(two)
    one.issues = (1...3).map { Ctx.Issue(number: $0) }
    try context.save()
    manager.removeAllActions()
    let issues = one.issues
    two.issues = [issues[1]]
    #expect(one.issues.count == 2 && issues[1].publisher === two)
    manager.undo()
    #expect(one.issues.map(\.number) == [1, 2, 3] && two.issues.isEmpty && issues.allSatisfy { $0.publisher === one })
    manager.redo()
    #expect(one.issues.map(\.number) == [1, 3] && two.issues.map(\.number) == [2])
    // A nullified to-one.
    manager.removeAllActions()
    context.delete(two)
    #expect(issues[1].publisher == nil)
    manager.undo()
    #expect(issues[1].publisher === two && two.issues.map(\.number) == [2])
    try context.save()
    let found = try stored(Ctx.Issue.self).sorted { $0.number < $1.number }
    #expect(found.map { $0.publisher?.name } == ["one", "two", "one"])
  }

  /// An insertion and what was changed in the new model since.
  @Test func editsOfNewModels() throws {
    manager.groupsByEvent = false
    func step(_ body: () -> Void) {
      manager.beginUndoGrouping()
      body()
      manager.endUndoGrouping()
    }
    let topic = Ctx.Topic(word: "a")
    step { context.insert(topic) }
    step { topic.word = "b" }
    step { topic.issues = [Ctx.Issue(number: 7)] }
    step { context.delete(topic) }
    #expect(context.insertedModelsArray.count == 1)
    manager.undo()
    #expect(!topic.isDeleted && topic.word == "b" && topic.issues.map(\.number) == [7])
    manager.undo()
    #expect(topic.issues.isEmpty && context.insertedModelsArray.count == 1)
    manager.undo()
    #expect(topic.word == "a")
    manager.undo()
    #expect(!context.hasChanges)
    for _ in 0..<3 { manager.redo() }
    try context.save()
    #expect(try stored(Ctx.Topic.self).map(\.word) == ["b"])
    #expect(try stored(Ctx.Issue.self).map { $0.topics.count } == [1])
  }

  /// A new model that turned out to stand for a stored row: the row was there before its insertion, and stays.
  @Test(arguments: [false, true]) func insertionsOfStoredValues(isRegistered: Bool) throws {
    let first = ModelContext(container)
    first.insert(Ctx.Publisher(name: "Acme", city: "Rome"))
    try first.save()
    let old = try isRegistered ? context.fetch(FetchDescriptor<Ctx.Publisher>()) : []
    let new = Ctx.Publisher(name: "Acme", city: "Oslo")
    context.insert(new)
    try context.save()
    manager.undo()
    try context.save()
    #expect(try stored(Ctx.Publisher.self).map(\.name) == ["Acme"])
    #expect(!new.isDeleted && old.allSatisfy { !$0.isDeleted })
    // Its deletion is a step like others.
    context.delete(new)
    context.processPendingChanges()
    manager.undo()
    #expect(context.deletedModelsArray.isEmpty && !new.isDeleted)
    manager.redo()
    try context.save()
    #expect(try stored(Ctx.Publisher.self).isEmpty)
  }

  /// Two models that stand for one row are changed as one.
  @Test func editsOfModelsOfOneRow() throws {
    let old = Ctx.Publisher(name: "Acme", city: "Rome")
    context.insert(old)
    try context.save()
    let new = Ctx.Publisher(name: "Acme", city: "Oslo")
    context.insert(new)
    try context.save()
    manager.removeAllActions()
    new.city = "Bern"
    context.processPendingChanges()
    #expect(manager.undoCount == 1 && old.city == "Bern")
    manager.undo()
    #expect(old.city == "Oslo" && !manager.canUndo)
  }

  /// What changes outside of the groups of a program that makes its own is a step of its own.
  @Test func changesOutsideOfGroups() throws {
    manager.groupsByEvent = false
    let card = Ctx.Card(code: 0)
    context.insert(card)
    try context.save()
    card.code = 1
    try context.save()
    #expect(manager.undoCount == 2 && manager.groupingLevel == 0)
    manager.undo()
    #expect(card.code == 0 && !card.isDeleted)
    manager.undo()
    #expect(card.isDeleted)
  }

  @Test func undoingIsObserved() throws {
    let card = Ctx.Card(code: 1)
    context.insert(card)
    try context.save()
    card.code = 2
    context.processPendingChanges()
    nonisolated(unsafe) var isTold = false
    let code = withObservationTracking {
      card.code
    } onChange: {
      isTold = true
    }
    manager.undo()
    #expect(code == 2 && isTold)
  }

  @Test func whatForgets() throws {
    let card = Ctx.Card(code: 1)
    context.insert(card)
    try context.save()
    card.code = 2
    context.processPendingChanges()
    context.rollback()
    #expect(!manager.canUndo && card.code == 1)
    card.code = 3
    context.undoManager = nil
    #expect(!manager.canUndo && context.undoManager == nil)
    let other = UndoManager()
    context.undoManager = other
    // What is unsaved by now was not changed under this manager.
    #expect(!other.canUndo)
    card.code = 4
    #expect(other.canUndo && !manager.canUndo)
    other.undo()
    #expect(card.code == 3)
    other.disableUndoRegistration()
    card.code = 5
    context.processPendingChanges()
    other.enableUndoRegistration()
    #expect(!other.canUndo)
  }
}
