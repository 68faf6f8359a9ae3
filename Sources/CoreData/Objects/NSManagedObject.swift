public import Foundation
public import FoundationAdditions
public import ObjectGraph
public import Observation

/// An object of an entity.
///
/// Values live in slots outside of the object, one for each property of its entity; the object graph keeps identities,
/// faults, changes and both ends of relationships. Subclasses read and write them by key, or through generated accessors.
///
/// What Apple's framework raises an exception for (an unknown key, a value of the wrong type) changes nothing here, and the
/// context's next throwing call throws it.
open class NSManagedObject: NSObject, _ModelObject, __ManagedClass, NSFetchRequestResult, Observable {
  /// Address of the header, which the slots follow.
  private final let memory: UnsafeMutableRawPointer
  package final let facts: EntityLayout
  private final let described: NSEntityDescription
  /// Nobody has asked a value of it since it was fetched, so that it counts as a fault.
  package final var isVeiled = false
  /// Which of its context's lists of what happened it is in.
  final var marks: EventMarks = []
  /// Values of before the first change, by slot.
  final var committed = KeptValues()
  /// Values of before the first change since the context last told of changes, by slot.
  final var beforeEvent = KeptValues()
  package final var knownID: NSManagedObjectID?
  /// The part of a fetch that is read when this fault is first asked.
  final var batch: FetchBatch?
  /// Where the object notes what is read of it, when it stands in for others to find that out.
  final var probe: KeyPathProbe.Notes?

  // MARK: making

  /// Makes an object of the entity with the model's defaults, and inserts it.
  public init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
    let facts = EntityLayout.of(entity)
    self.facts = facts
    described = entity
    let size = MemoryLayout<ObjectHeader>.stride + facts.layout.count * MemoryLayout<Slot>.stride
    memory = .allocate(byteCount: size, alignment: MemoryLayout<ObjectHeader>.alignment)
    memory.bindMemory(to: ObjectHeader.self, capacity: 1).initialize(to: ObjectHeader(facts.layout))
    (memory + MemoryLayout<ObjectHeader>.stride).bindMemory(to: Slot.self, capacity: facts.layout.count)
      .initialize(repeating: .empty, count: facts.layout.count)
    super.init()
    let state = _$ref
    for (slot, value) in facts.defaults { facts.properties[slot].write(value, state, slot) }
    context?.insert(self)
  }

  /// How objects are made of rows, and by code that is generic over classes: runs a subclass's own
  /// `init(entity:insertInto:)`, which cannot be `required` in code that is written for Apple's frameworks.
  ///
  /// - Parameter entity: `nil` for that which the context's model has for the class.
  public required convenience init(_cdEntity entity: NSEntityDescription?, context: NSManagedObjectContext?) {
    self.init(entity: entity ?? context.map { Self.entity(in: $0) } ?? Self.entity(), insertInto: context)
  }

  deinit {
    let header = memory.assumingMemoryBound(to: ObjectHeader.self)
    let slots = (memory + MemoryLayout<ObjectHeader>.stride).assumingMemoryBound(to: Slot.self)
    StateReference.end(header.pointee, slots: slots, count: facts.layout.count)
    header.deinitialize(count: 1)
    memory.deallocate()
  }

  public final var _$ref: StateReference { StateReference(memory.assumingMemoryBound(to: ObjectHeader.self)) }

  /// What an observed property is called: properties by key have no key paths of their own.
  public final subscript(managedSlot slot: Int) -> Any? { facts.properties[slot].read(_$ref, slot) }

  // MARK: entity

  /// The entity of the class in the models that are in use.
  ///
  /// With none or several the program stops, as with Apple's framework: give the object its entity instead.
  open class func entity() -> NSEntityDescription {
    ManagedClasses.register(self)
    return KnownModels.entity(of: self)
  }

  @_disfavoredOverload open class func fetchRequest() -> NSFetchRequest<any NSFetchRequestResult> {
    ManagedClasses.register(self)
    return KnownModels.request(for: self)
  }

  open class var contextShouldIgnoreUnmodeledPropertyChanges: Bool { true }

  /// The context that the object belongs to; `nil` once its row is gone.
  open var managedObjectContext: NSManagedObjectContext? {
    _$ref.flags.contains(.gone) ? nil : _$ref.context?.face as? NSManagedObjectContext
  }
  open var entity: NSEntityDescription { described }

  /// The identifier: a temporary one until the object is saved.
  open var objectID: NSManagedObjectID { currentID() }

  // MARK: state

  open var isInserted: Bool { _$ref.flags.contains(.inserted) && !_$ref.flags.contains(.deleted) }
  open var isUpdated: Bool { _$ref.flags.contains(.updated) && !_$ref.isDeleted }
  open var isDeleted: Bool { _$ref.flags.contains(.deleted) }
  open var hasChanges: Bool { _$ref.isChanged }
  open var hasPersistentChangedValues: Bool { !changedSlots(onlyStored: true).isEmpty || isInserted && hasChanges }
  open var isFault: Bool { isVeiled || _$ref.flags.contains(.fault) }

  open func hasFault(forRelationshipNamed key: String) -> Bool {
    guard let slot = facts.slot(named: key) else { return false }
    return _$ref.flags.contains(.fault) || _$ref.isPending(slot)
  }

  open func objectIDs(forRelationshipNamed key: String) -> [NSManagedObjectID] { relatedIDs(key) }

  /// 0 for an object with its values.
  open var faultingState: Int { isFault ? 1 : 0 }

  // MARK: access

  /// To be called before a value is read through `primitiveValue(forKey:)`; `nil` for the object as a whole.
  open func willAccessValue(forKey key: String?) { willRead(key) }
  open func didAccessValue(forKey key: String?) {}
  open func willChangeValue(forKey key: String) { willWrite(key) }
  open func didChangeValue(forKey key: String) { didWrite(key) }

  open func willChangeValue(
    forKey inKey: String, withSetMutation inMutationKind: NSKeyValueSetMutationKind, using inObjects: Set<AnyHashable>
  ) {
    willChangeValue(forKey: inKey)
  }

  open func didChangeValue(
    forKey inKey: String, withSetMutation inMutationKind: NSKeyValueSetMutationKind, using inObjects: Set<AnyHashable>
  ) {
    didChangeValue(forKey: inKey)
  }

  // MARK: values by key

  open func value(forKey key: String) -> Any? { keyedValue(key) }
  open func setValue(_ value: Any?, forKey key: String) { setKeyedValue(value, key) }
  open func primitiveValue(forKey key: String) -> Any? { primitive(key) }
  open func setPrimitiveValue(_ value: Any?, forKey key: String) { setPrimitive(value, key) }
  open func value(forKeyPath keyPath: String) -> Any? { valueAtPath(keyPath) }
  open func setValue(_ value: Any?, forKeyPath keyPath: String) { setValueAtPath(value, keyPath) }

  /// What a key that the entity does not have reads as.
  open func value(forUndefinedKey key: String) -> Any? {
    report(unknownKey: key)
    return nil
  }

  open func setValue(_ value: Any?, forUndefinedKey key: String) { report(unknownKey: key) }

  open func dictionaryWithValues(forKeys keys: [String]) -> [String: Any] {
    Dictionary(keys.map { ($0, value(forKey: $0) ?? NSNull()) }, uniquingKeysWith: { first, _ in first })
  }

  open func setValuesForKeys(_ keyedValues: [String: Any]) {
    for (key, value) in keyedValues.sorted(by: { $0.key < $1.key }) {
      setValue(value is NSNull ? nil : value, forKey: key)
    }
  }

  /// A set that changes the relationship, and the other ends with it.
  open func mutableSetValue(forKey key: String) -> NSMutableSet { relationshipSet(key) }

  open func mutableOrderedSetValue(forKey key: String) -> NSMutableOrderedSet { relationshipOrderedSet(key) }

  // MARK: changes

  /// Values as they were when the object was read or last saved; nil is `NSNull`.
  open func committedValues(forKeys keys: [String]?) -> [String: Any] { valuesBeforeChanges(keys) }

  /// The changed properties with their new values; nil is `NSNull`.
  open func changedValues() -> [String: Any] { valuesOfChanges() }

  /// Values of before the changes that the context has not told of yet; nil is `NSNull`.
  open func changedValuesForCurrentEvent() -> [String: Any] { valuesBeforeEvent() }

  // MARK: life

  open func awakeFromFetch() {}
  open func awakeFromInsert() {}

  /// Several values became others at once: by undo and redo, by a rollback, by a refresh that keeps changes, by a merge policy
  /// that settled a conflict of versions.
  ///
  /// One flag at a time. Apple's documentation does not say what a redo has: here `undoInsertion` says that the object leaves,
  /// `undoDeletion` that it comes back and `undoUpdate` that it changed, whether undone or done again. After a rollback new
  /// objects are gone and not called; the others are faults, and have `awakeFromFetch()` too when they are first asked.
  /// So have those that a refresh turns into faults, which are not called here.
  open func awake(fromSnapshotEvents flags: NSSnapshotEventType) {}

  open func prepareForDeletion() {}
  open func willSave() {}
  open func didSave() {}
  open func willTurnIntoFault() {}
  open func didTurnIntoFault() {}

  // MARK: validation

  /// Checks a value against the model; an override may replace the value.
  ///
  /// Methods like `validateName(_:)`, which Apple's framework finds by their names, are called by nobody: that takes the
  /// runtime of Objective-C. An override of this method can call them.
  open func validateValue(_ value: AutoreleasingUnsafeMutablePointer<AnyObject?>, forKey key: String) throws {
    try Validation(self).check(value.pointee, forKey: key)
  }

  /// The call with `&value`: of the two pointer types Swift makes only this one of it on Linux.
  public final func validateValue(_ value: UnsafeMutablePointer<AnyObject?>, forKey key: String) throws {
    try validateValue(AutoreleasingUnsafeMutablePointer(value), forKey: key)
  }

  open func validateForDelete() throws { try Validation(self).checkForDelete() }
  open func validateForInsert() throws { try Validation(self).checkValues() }
  open func validateForUpdate() throws { try Validation(self).checkValues() }

  // An object is equal to itself only, and sets of all that a context has are made at each save: `NSObject` looks at the
  // other one's type first, and hashes twice.

  open override func isEqual(_ object: Any?) -> Bool { object.map { $0 as AnyObject } === self }

  open override var hash: Int { Int(bitPattern: Unmanaged.passUnretained(self).toOpaque()) >> 4 }

  open override var description: String {
    let values = isFault ? "fault" : "\(facts.properties.count) properties"
    return
      "<\(Swift.type(of: self)): \(described.name ?? ""), \(objectID.uriRepresentation().absoluteString), \(values)>"
  }
}

/// In predicates and sort descriptors a managed object answers by its keys.
extension NSManagedObject: KeyedValues {}

extension NSManagedObject {
  /// Bytes from an object's start to the address of its state: the first stored property of the class.
  static let stateOffset: Int = {
    let entity = NSEntityDescription()
    entity.name = "probe"
    let probe = NSManagedObject(entity: entity, insertInto: nil)
    let start = UnsafeRawPointer(Unmanaged.passUnretained(probe).toOpaque())
    let size = 256
    let offset = stride(from: 16, to: size, by: 8).first { distance in
      start.load(fromByteOffset: distance, as: UnsafeRawPointer?.self) == UnsafeRawPointer(probe._$ref.header)
    }
    return withExtendedLifetime(probe) { offset ?? 16 }
  }()
}
