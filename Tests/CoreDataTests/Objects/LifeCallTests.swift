import CoreData
import Foundation
import Testing

/// Notes what it is told.
final class Told: NSManagedObject {
  var calls: [String] = []
  var events: [NSSnapshotEventType] = []
  var refuses = false

  override func willTurnIntoFault() {
    super.willTurnIntoFault()
    calls.append("will \(isFault) \(value(forKey: "name") as? String ?? "-")")
  }
  override func didTurnIntoFault() {
    super.didTurnIntoFault()
    calls.append("did \(isFault)")
  }
  override func awake(fromSnapshotEvents flags: NSSnapshotEventType) {
    super.awake(fromSnapshotEvents: flags)
    events.append(flags)
  }
  override func validateForDelete() throws {
    try super.validateForDelete()
    calls.append("delete")
    if refuses { throw CocoaError(.validationRelationshipDeniedDelete) }
  }
  override func validateValue(_ value: AutoreleasingUnsafeMutablePointer<AnyObject?>, forKey key: String) throws {
    try super.validateValue(value, forKey: key)
    if key == "name", value.pointee as? String == "small" { value.pointee = "SMALL" as NSString }
  }
}

/// The calls that an object has as it turns into a fault, is checked, or is given other values.
@Suite struct LifeCallTests {
  private func stack() throws -> LibraryStack {
    let told = LibraryStack.entity("Told", class: Told.self)
    told.properties = [
      LibraryStack.attribute("name", .stringAttributeType, optional: false, default: "new"),
      LibraryStack.attribute("size", .integer32AttributeType),
    ]
    let model = NSManagedObjectModel()
    model.entities = [told]
    return try LibraryStack(model: model)
  }

  private func saved(_ stack: LibraryStack, _ name: String = "a") throws -> Told {
    let told = Told(context: stack.context)
    told.setValue(name, forKey: "name")
    try stack.context.save()
    (told.calls, told.events) = ([], [])
    return told
  }

  @Test func turningIntoAFault() throws {
    let stack = try stack()
    let told = try saved(stack)
    stack.context.refresh(told, mergeChanges: false)
    #expect(told.calls == ["will false a", "did true"])
    // A fault that wakes up is told in awakeFromFetch().
    #expect(told.events.isEmpty)
    #expect(told.value(forKey: "name") as? String == "a")
  }

  @Test func aDeletionCanBeRefused() throws {
    let stack = try stack()
    let told = try saved(stack)
    told.refuses = true
    stack.context.delete(told)
    let error = #expect(throws: (any Error).self) { try stack.context.save() }
    #expect((error as? CocoaError)?.code == .validationRelationshipDeniedDelete)
    #expect(told.calls == ["delete"])
    told.refuses = false
    try stack.context.save()
    #expect(told.calls == ["delete", "delete"])
    #expect(try stack.context.count(for: NSFetchRequest<Told>(entityName: "Told")) == 0)
  }

  @Test func aRefreshThatKeepsChangesIsTold() throws {
    let stack = try stack()
    let told = try saved(stack)
    told.setValue(3, forKey: "size")
    stack.context.refresh(told, mergeChanges: true)
    #expect(told.events == [.refresh])
    #expect(told.value(forKey: "size") as? Int == 3)
  }

  @Test func aRollbackIsTold() throws {
    let stack = try stack()
    let (changed, deleted) = (try saved(stack, "a"), try saved(stack, "b"))
    let new = Told(context: stack.context)
    changed.setValue("c", forKey: "name")
    stack.context.delete(deleted)
    changed.events = []
    stack.context.rollback()
    #expect(changed.events == [.rollback] && deleted.events == [.rollback] && new.events.isEmpty)
    #expect(changed.value(forKey: "name") as? String == "a")
    #expect(!stack.context.hasChanges)
  }

  @Test func undoAndRedoAreTold() throws {
    let stack = try stack()
    let context = stack.context
    let (changed, deleted) = (try saved(stack, "a"), try saved(stack, "b"))
    context.undoManager = UndoManager()
    changed.setValue("c", forKey: "name")
    context.delete(deleted)
    let new = Told(context: context)
    context.undo()
    #expect(changed.events == [.undoUpdate] && deleted.events == [.undoDeletion] && new.events == [.undoInsertion])
    context.redo()
    // Whichever way, the flag says what became of the object.
    #expect(changed.events.last == .undoUpdate && changed.events.count == 2)
    #expect(deleted.events.last == .undoInsertion && new.events.last == .undoDeletion)
  }

  @Test func aValueIsCheckedInPlace() throws {
    let stack = try stack()
    let told = Told(context: stack.context)
    var value: AnyObject? = "small" as NSString
    try told.validateValue(&value, forKey: "name")
    #expect(value as? String == "SMALL")
    var missing: AnyObject?
    let error = #expect(throws: NSError.self) { try told.validateValue(&missing, forKey: "name") }
    #expect(error?.code == NSValidationMissingMandatoryPropertyError)
    told.setValue("small", forKey: "name")
    try stack.context.save()
    #expect(told.value(forKey: "name") as? String == "SMALL")
  }
}
