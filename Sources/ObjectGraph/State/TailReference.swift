/// The start of the storage that a subclass of a model adds to its objects.
public struct TailStart {
  /// Always nil. Swift 6.3 takes a storage in which nothing can need a release for trivial, whatever deinit it has.
  public var anchor: AnyObject?
  /// The object's header, known once the whole object is.
  public var header: UnsafeMutablePointer<ObjectHeader>?
  public var layout: Unmanaged<ModelLayout>
  /// The number, in the whole object, of the first slot here.
  public var first: Int

  @inlinable public init(_ layout: ModelLayout) {
    anchor = nil
    header = nil
    self.layout = .passUnretained(layout)
    first = layout.first
  }
}

/// A subclass's own slots, by address. Valid as long as the object lives.
public struct TailReference: @unchecked Sendable {
  // Unchecked because an object is confined to its context, and so is its address.
  public let start: UnsafeMutablePointer<TailStart>

  @inlinable @inline(__always) public init(_ start: UnsafeMutablePointer<TailStart>) { self.start = start }

  /// The state of the whole object; `nil` before its initializers are through, when it is in no context.
  @usableFromInline @inline(__always) var whole: StateReference? { start.pointee.header.map { StateReference($0) } }

  /// Tells the object's header of this part of it, so that the graph finds the slots.
  public func attach(to state: StateReference) {
    let layout = start.pointee.layout.takeUnretainedValue()
    let distance = UnsafeRawPointer(start) - UnsafeRawPointer(state.header)
    layout.locate(distance + MemoryLayout<TailStart>.stride)
    start.pointee.header = state.header
    let header = state.header
    if header.pointee.near == .max { header.pointee.near = UInt16(clamping: layout.first) }
    header.pointee.layout = start.pointee.layout
  }

  /// Ends this part of an object. The part with the header went before, and left the context.
  public static func end(_ start: borrowing TailStart, slots: UnsafeMutablePointer<Slot>) {
    let first = start.first
    var queue: EndingQueue?
    start.layout._withUnsafeGuaranteedRef { layout in
      for (slot, kind) in layout.owning where slot >= first && slots[slot - first].owns(kind) {
        StateReference.release(slots + (slot - first), kind, through: &queue)
      }
    }
    queue?.run()
  }
}

extension TailReference: _SlotAccess {
  /// A raw byte offset for the reason that `StateReference.near` gives.
  @inlinable @inline(__always) public func near<T>(_ slot: Int, as type: T.Type) -> UnsafeMutablePointer<T> {
    (UnsafeMutableRawPointer(start) + (MemoryLayout<TailStart>.stride + slot * 16)).bindMemory(
      to: T.self, capacity: 1)
  }

  @inlinable @inline(__always) public func ready(_ slot: Int) { whole?.ready(start.pointee.first + slot) }
  @inlinable @inline(__always) public func touch(_ slot: Int) { whole?.touch(start.pointee.first + slot) }

  @inlinable @inline(__always) public func _$isClean(_ slot: Int) -> Bool {
    whole?._$isClean(start.pointee.first + slot) ?? false
  }

  public func _$missing(_ slot: Int, _ standIn: any _ModelObject) {
    whole?._$missing(start.pointee.first + slot, standIn)
  }

  public func _$setReference(_ slot: Int, _ value: AnyObject?) {
    if let whole {
      whole._$setReference(start.pointee.first + slot, value)
    } else {
      near(slot, as: AnyObject?.self).pointee = value
    }
  }

  public func _$setMembers(_ slot: Int, _ value: AnyMembers?) {
    if let whole {
      whole._$setMembers(start.pointee.first + slot, value)
    } else {
      near(slot, as: AnyObject?.self).pointee = value
    }
  }

  public func _$setAny<T>(_ slot: Int, _ value: T) {
    if let whole {
      whole._$setAny(start.pointee.first + slot, value)
    } else {
      property(slot).type.store(value, near(slot, as: Slot.self))
    }
  }

  public func _$any<T>(_ slot: Int, as: T.Type) -> T {
    if let whole { return whole._$any(start.pointee.first + slot, as: T.self) }
    return property(slot).type.load(near(slot, as: Slot.self), as: T.self) ?? property(slot).missing()
  }

  private func property(_ slot: Int) -> ModelLayout.Property {
    start.pointee.layout._withUnsafeGuaranteedRef { $0.properties[$0.first + slot] }
  }
}
