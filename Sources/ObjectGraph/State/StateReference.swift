/// An object's header and slots, by address. Valid as long as the object lives.
public struct StateReference: @unchecked Sendable {
  // Unchecked because an object is confined to its context, and so is its address.
  public let header: UnsafeMutablePointer<ObjectHeader>

  @inlinable @inline(__always) public init(_ header: UnsafeMutablePointer<ObjectHeader>) { self.header = header }

  /// The memory of a slot that follows the header: those of a class which inherits from no model.
  ///
  /// A raw byte offset on purpose: slots addressed as `header + 1` are taken as not aliasing and miscompiled.
  @inlinable @inline(__always) public func near<T>(_ slot: Int, as type: T.Type) -> UnsafeMutablePointer<T> {
    (UnsafeMutableRawPointer(header) + (MemoryLayout<ObjectHeader>.stride + slot * 16)).bindMemory(
      to: T.self, capacity: 1)
  }

  /// The memory of any slot of the object.
  @inlinable @inline(__always) package func at<T>(_ slot: Int, as type: T.Type) -> UnsafeMutablePointer<T> {
    slot < Int(header.pointee.near)
      ? near(slot, as: type)
      : (UnsafeMutableRawPointer(header) + layout.offset(of: slot)).bindMemory(to: T.self, capacity: 1)
  }

  /// Slots from 63 on share the last bit.
  @inlinable @inline(__always) public static func bit(_ slot: Int) -> UInt64 {
    1 << UInt64(truncatingIfNeeded: slot < 63 ? slot : 63)
  }

  /// Makes a slot readable.
  @inlinable @inline(__always) public func ready(_ slot: Int) {
    if header.pointee.pending & Self.bit(slot) != 0 { resolve(slot) }
  }

  /// Makes a slot writable: readable, and the context knows.
  @inlinable @inline(__always) public func touch(_ slot: Int) {
    if (header.pointee.pending | header.pointee.clean) & Self.bit(slot) != 0 { firstWrite(slot) }
  }

  @inlinable @inline(__always) public func _$isClean(_ slot: Int) -> Bool {
    header.pointee.clean & Self.bit(slot) != 0
  }

  @inlinable @inline(__always) public var isOwned: Bool { header.pointee.owner != nil }
  @inlinable @inline(__always) public var isObserved: Bool { header.pointee.registrar != nil }

  public var registrar: RegistrarBox {
    if let box = header.pointee.registrar { return box }
    let box = RegistrarBox()
    header.pointee.registrar = box
    return box
  }

  @inline(never) @usableFromInline func resolve(_ slot: Int) {
    if let context {
      context.resolve(self, slot: slot)
    } else {
      // The context is gone: what was not read in time reads as nothing.
      abandonPending()
    }
  }

  @inline(never) @usableFromInline func firstWrite(_ slot: Int) {
    if header.pointee.pending & Self.bit(slot) != 0 { resolve(slot) }
    let bit = Self.bit(slot)
    guard header.pointee.clean & bit != 0 else { return }
    if let first = context?.onFirstWrite { first(self, slot) }
    header.pointee.clean &= ~bit
    context?.noteChange(self)
  }
}

extension StateReference {
  @usableFromInline package var layout: ModelLayout { header.pointee.layout.takeUnretainedValue() }

  package var context: ObjectContext? {
    header.pointee.owner.map { Unmanaged<ObjectContext>.fromOpaque($0).takeUnretainedValue() }
  }

  /// The untyped reference in a slot of a kind that holds one and is not pending.
  package func reference(_ slot: Int) -> AnyObject? { at(slot, as: AnyObject?.self).pointee }

  package func isPending(_ slot: Int) -> Bool { header.pointee.pending & Self.bit(slot) != 0 }
  package func isClean(_ slot: Int) -> Bool { header.pointee.clean & Self.bit(slot) != 0 }

  /// Empties every slot that waits, so that it reads as `nil`.
  package func abandonPending() {
    let layout = layout
    for slot in 0..<layout.count where isPending(slot) { at(slot, as: Slot.self).pointee = .empty }
    header.pointee.pending = 0
    header.pointee.flags.remove(.fault)
  }

  /// Releases what the slots own and empties them.
  package func releaseSlots() {
    let layout = layout
    for (slot, kind) in layout.owning where !isPending(slot) { Self.release(at(slot, as: Slot.self), kind) }
    for slot in 0..<layout.count { at(slot, as: Slot.self).pointee = .empty }
  }

  /// Releases the contents of a slot.
  static func release(_ slot: UnsafeMutablePointer<Slot>, _ kind: SlotKind) {
    let place = UnsafeMutableRawPointer(slot)
    if kind == .string {
      place.bindMemory(to: String?.self, capacity: 1).deinitialize(count: 1)
    } else {
      place.bindMemory(to: AnyObject?.self, capacity: 1).deinitialize(count: 1)
    }
    place.bindMemory(to: Slot.self, capacity: 1).initialize(to: .empty)
  }

  /// Ends an object's state: leaves the context, releases the slots that follow the header.
  public static func end(_ header: borrowing ObjectHeader, slots: UnsafeMutablePointer<Slot>, count: Int) {
    let context = header.owner.map { Unmanaged<ObjectContext>.fromOpaque($0) }
    context?._withUnsafeGuaranteedRef { $0.forget(entity: Int(header.entity), key: header.key) }
    let pending = header.pending
    var queue: EndingQueue?
    header.layout._withUnsafeGuaranteedRef { layout in
      for (slot, kind) in layout.owning where slot < count && pending & bit(slot) == 0 {
        release(slots + slot, kind, through: &queue)
      }
    }
    // Before the queue runs: an object in it may be the last one, which does this too.
    if let context, context._withUnsafeGuaranteedRef({ $0.isDone }) { context.release() }
    queue?.run()
  }

  /// Releases the contents of a slot, other objects when it is their turn.
  static func release(_ slot: UnsafeMutablePointer<Slot>, _ kind: SlotKind, through queue: inout EndingQueue?) {
    guard kind == .toOne || kind == .toMany else { return release(slot, kind) }
    guard let object = take(slot) else { return }
    let current = queue ?? .current
    queue = current
    current.add(object)
  }

  /// The reference out of a slot, which is empty then.
  private static func take(_ slot: UnsafeMutablePointer<Slot>) -> AnyObject? {
    let place = UnsafeMutableRawPointer(slot)
    let object = place.bindMemory(to: AnyObject?.self, capacity: 1).move()
    place.bindMemory(to: Slot.self, capacity: 1).initialize(to: .empty)
    return object
  }

  /// Exchanges the whole state of two objects of one class that are in no context.
  public func exchange(with other: StateReference) {
    guard other.header != header, !isOwned, !other.isOwned, layout === other.layout else { return }
    swap(&header.pointee, &other.header.pointee)
    for slot in 0..<layout.count {
      swap(&at(slot, as: Slot.self).pointee, &other.at(slot, as: Slot.self).pointee)
    }
  }
}
