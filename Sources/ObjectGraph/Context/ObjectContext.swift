import ModelDescription
package import StoreContract

/// The objects of one store in one place of work: identities, faults, changes, saves. Not for several threads at once.
///
/// Objects are held weakly while they are as stored, strongly while changed.
package final class ObjectContext {
  package let store: any ObjectStore
  package let classes: ClassTable
  package var author: String?
  package var name: String?
  package var uniqueness = UniquenessPolicy.replace
  /// Called at each change that the context hears of.
  package var onChange: (() -> Void)?
  /// Keeps what objects were before they changed; `nil` when changes need not be taken back.
  package var recorder: ChangeRecorder?
  /// Called when what a fetch finds may have become something else. Nothing may be asked of the context meanwhile.
  package var onActivity: (() -> Void)?
  /// Called before the first write to a slot since its row was read, when the old value can still be read. A slot from 63
  /// on stands for all of those.
  package var onFirstWrite: ((StateReference, Int) -> Void)?
  /// Called for an object whose end of a relationship changes since the other one was set.
  package var onInverse: ((AnyObject) -> Void)?
  /// Called for a new object that comes into the context, before its relationships are connected.
  package var onInsert: ((any _ModelObject) -> Void)?
  /// Called for an object that is about to be deleted, by itself or by a delete rule.
  package var onDelete: ((any _ModelObject) -> Void)?
  /// Called when a step was undone or done again.
  package var onPerform: ((ChangeStep) -> Void)?
  /// Whether an unchanged object takes the values of a newer row that a fetch comes across.
  package var refreshesWhenFetched = true
  /// Whether a struct whose row lacks a part that it cannot be read without has zero there, instead of being unreadable.
  package var readsMissingPartsAsZero = false
  /// The context of a face that this one works for.
  package weak var face: AnyObject?

  /// By entity number: the table of the entity's family.
  private let families: [IdentityTable]
  /// Each of these tables once.
  private let roots: [IdentityTable]
  /// New objects of all entities: their keys are unique in the context, and go all at once when it is saved.
  private let unsaved = IdentityTable()
  /// Keys that new objects will have when they are saved, by those that they have until then.
  package var reservedKeys: [Int64: Int64] = [:]
  private(set) var inserted: [any _ModelObject] = []
  private(set) var updated: [any _ModelObject] = []
  private(set) var deleted: [any _ModelObject] = []
  private var lastTemporaryKey: Int64 = 0
  /// What was handed out as identifiers of objects without a row.
  var tokens = IdentityTokens()
  /// What went wrong where no error can be thrown (a property read, an insert); the next throwing call throws it.
  private var deferredError: (any Error)?
  /// Rows of the doubles, by their keys.
  var doubles: [Int64: RowKey] = [:]
  /// Doubles with values that their originals do not have yet.
  var changedDoubles: [any _ModelObject] = []
  /// Keys of the new objects that are not inserted yet.
  var joining: [Int64] = []
  /// Counts the keys of doubles and of new objects that are not inserted yet.
  var lastDouble: Int64 = 0
  /// What other contexts of the container saved.
  let inbox: ContextInbox
  /// Values whose absence was said: saying it again would keep their entity from ever being fetched.
  var saidAbsences: Set<Absence> = []

  /// Objects of rows that others deleted may still be held, and be set into relationships.
  var hasMetGone = false

  struct Absence: Hashable {
    let entity: Int
    let key: Int64
    let field: Int
  }
  /// The face is gone, and registered objects keep the context: the last of them to go releases it.
  private(set) var lingers = false

  /// - Parameter hub: what the contexts of the container tell each other through.
  package init(store: any ObjectStore, classes: ClassTable, hub: ContextHub = ContextHub()) {
    inbox = ContextInbox(hub)
    self.store = store
    self.classes = classes
    let tables = (0...store.model.entities.count).map { _ in IdentityTable() }
    families = tables.indices.map { tables[store.model.entity(numbered: $0)?.rootNumber ?? 0] }
    roots = store.model.entities.filter(\.isRoot).map { tables[$0.number] }
    inbox.open(self)
  }

  deinit {
    inbox.close()
    // First everything leaves, then to-manys are let go: that may end objects, which must not come back to the tables.
    var objects: [(object: AnyObject, state: StateReference)] = []
    for table in roots + [unsaved] {
      table.forEach { object, state in
        objects.append((object, state))
        state.header.pointee.owner = nil
      }
    }
    for (_, state) in objects { state.releaseToManys() }
  }

  /// The tables of objects with rows, each once.
  var familyTables: [IdentityTable] { roots }

  /// How many objects the context knows.
  package var registeredCount: Int { roots.reduce(unsaved.count) { $0 + $1.count } }

  // MARK: lingering

  var isEmpty: Bool { unsaved.count == 0 && roots.allSatisfy { $0.count == 0 } }

  /// Stays for the objects that outlive the face, so that they go on reading what they lead to.
  ///
  /// Unsaved changes will not be saved any more: new objects leave the context, others keep the values that they have.
  package func linger() {
    inbox.close()
    (onChange, onActivity) = (nil, nil)
    (onFirstWrite, onInverse, onInsert, onDelete, onPerform) = (nil, nil, nil, nil, nil)
    dropJoining()
    dropInserted()
    clearChanges()
    var states: [(object: AnyObject, state: StateReference)] = []
    for table in roots { table.forEach { states.append(($0, $1)) } }
    // Objects that nobody else holds go now, and not inside each other.
    for (_, state) in states { state.unreadRelationships() }
    states.removeAll()
    guard !isEmpty else { return }
    lingers = true
    _ = Unmanaged.passRetained(self)
  }

  /// Whether the last object has gone that a lingering context stayed for.
  var isDone: Bool { lingers && isEmpty }

  /// Makes objects without a row those of no context.
  func dropInserted() {
    for object in inserted {
      let state = object._$ref
      forget(entity: Int(state.header.pointee.entity), key: state.header.pointee.key)
      state.header.pointee.owner = nil
      state.header.pointee.key = 0
      state.header.pointee.flags = []
    }
  }

  // MARK: identities

  /// The table that has or would have a key.
  private func table(_ entity: Int, _ key: Int64) -> IdentityTable {
    key < 0 ? unsaved : families[families.indices.contains(entity) ? entity : 0]
  }

  package func registered(entity: Int, key: Int64) -> AnyObject? { find(entity: entity, key: key)?.object }

  func find(entity: Int, key: Int64) -> (object: AnyObject, state: StateReference)? {
    table(entity, key).find(key)
  }

  func register(_ object: AnyObject, _ state: StateReference, entity: Int, key: Int64) {
    state.header.pointee.owner = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
    state.header.pointee.entity = Int32(truncatingIfNeeded: entity)
    state.header.pointee.key = key
    table(entity, key).insert(object, state, key: key)
  }

  /// Every registered object, with and without a row.
  package var registeredObjects: [AnyObject] {
    admitJoining()
    var objects: [AnyObject] = []
    for table in roots + [unsaved] { table.forEach { object, _ in objects.append(object) } }
    return objects
  }

  /// Hands out every registered object of a root entity's family; objects must not leave meanwhile.
  func forEachRegistered(ofFamily root: Int, _ body: (StateReference) -> Void) {
    var objects: [(AnyObject, StateReference)] = []
    families[root].forEach { objects.append(($0, $1)) }
    for (_, state) in objects { body(state) }
  }

  /// Hands out every registered object that has a row; objects must not leave meanwhile.
  func forEachRegistered(_ body: (AnyObject, StateReference) -> Void) {
    var objects: [(AnyObject, StateReference)] = []
    for table in roots { table.forEach { objects.append(($0, $1)) } }
    for (object, state) in objects { body(object, state) }
  }

  /// Hands out every registered object of the families of some entities, new ones too; objects must not leave meanwhile.
  func forEachRegistered(ofEntities numbers: Set<Int>, _ body: (AnyObject, StateReference) -> Void) {
    let roots = Set(numbers.compactMap { store.model.entity(numbered: $0)?.rootNumber })
    var objects: [(AnyObject, StateReference)] = []
    for root in roots { families[root].forEach { objects.append(($0, $1)) } }
    if !roots.isEmpty { unsaved.forEach { objects.append(($0, $1)) } }
    for (object, state) in objects { body(object, state) }
  }

  func forget(entity: Int, key: Int64) { table(entity, key).remove(key) }

  /// The object of a state: every registered state has one.
  package func object(of state: StateReference) -> AnyObject? {
    find(entity: Int(state.header.pointee.entity), key: state.header.pointee.key)?.object
  }

  func nextTemporaryKey() -> Int64 {
    lastTemporaryKey -= 1
    return lastTemporaryKey
  }

  // MARK: changes

  package var hasChanges: Bool {
    admitJoining()
    return !updated.isEmpty || !deleted.isEmpty || !changedDoubles.isEmpty
      || inserted.contains { !$0._$ref.isDeleted }
  }

  package var insertedObjects: [any _ModelObject] {
    admitJoining()
    return inserted.filter { !$0._$ref.isDeleted }
  }
  package var updatedObjects: [any _ModelObject] {
    foldDoubles()
    return updated.filter { !$0._$ref.isDeleted }
  }
  package var deletedObjects: [any _ModelObject] { deleted }

  /// A first write to a slot of a registered object.
  func noteChange(_ state: StateReference) {
    guard !lingers else {
      let entity = store.model.entity(numbered: Int(state.header.pointee.entity))?.name ?? ""
      return Notice.show([
        "a model of entity \(entity) was changed after its context went away; the change cannot be saved"
      ])
    }
    recorder?.willChange(state)
    let flags = state.header.pointee.flags
    guard flags.isDisjoint(with: [.inserted, .updated, .deleted, .gone, .joining]),
      let object = object(of: state) as? any _ModelObject
    else { return noteActivity() }
    state.header.pointee.flags.insert(.updated)
    if flags.contains(.double) { changedDoubles.append(object) } else { updated.append(object) }
    noteActivity()
  }

  private func noteActivity() {
    onChange?()
    onActivity?()
  }

  /// A deletion is taken back.
  func noteKept(_ object: any _ModelObject) {
    defer { noteActivity() }
    // A new object is in the list of those all the time.
    guard !object._$ref.flags.contains(.inserted) else { return }
    deleted.removeAll { $0 === object }
    guard object._$ref.header.pointee.flags.insert(.updated).inserted else { return }
    updated.append(object)
  }

  func noteInsert(_ object: any _ModelObject) {
    inserted.append(object)
    recorder?.didInsert(object)
    onInsert?(object)
    noteActivity()
  }

  /// A new object only stops being one that a save would write.
  func noteDelete(_ object: any _ModelObject) {
    if !object._$ref.flags.contains(.inserted) { deleted.append(object) }
    noteActivity()
  }

  /// An object that changed here is as the row again, or the row is gone.
  func noteSettled(_ object: AnyObject) {
    updated.removeAll { $0 === object }
    deleted.removeAll { $0 === object }
  }

  func clearChanges() {
    inserted.removeAll()
    updated.removeAll()
    deleted.removeAll()
    changedDoubles.removeAll()
    reservedKeys.removeAll()
    lastTemporaryKey = 0
    tokens.forgetKeys()
    unsaved.removeTombstones()
  }

  // MARK: errors

  package func deferError(_ error: any Error) {
    if deferredError == nil { deferredError = error }
  }

  /// Forgets what went wrong with changes that are taken back.
  func clearDeferredError() { deferredError = nil }

  /// Runs what nobody asked for, and what has no part in the error that a call of the user's is to throw.
  package func withoutDeferredError<Result>(_ body: () throws -> Result) rethrows -> Result {
    let waiting = deferredError
    deferredError = nil
    defer { if waiting != nil { deferredError = waiting } }
    return try body()
  }

  package func throwDeferredError() throws {
    guard let error = deferredError else { return }
    deferredError = nil
    throw error
  }
}
