public import ObjectGraph

/// The storage that `@Model` puts into a class which inherits from a model: one slot for each property that it adds.
///
/// The inherited part of the object has the header and the superclass's slots. It learns of this part when
/// `_$ref` is first asked for, and nothing but the class's own accessors touches the slots before.
public struct _InlineTail<Model: PersistentModel, let count: Int>: ~Copyable {
  @usableFromInline var start: TailStart
  @usableFromInline var slots: InlineArray<count, Slot>

  @inlinable public init(_ layout: ModelLayout) {
    start = TailStart(layout)
    slots = InlineArray(repeating: .empty)
  }

  deinit {
    var copy = slots
    withUnsafeMutablePointer(to: &copy) {
      TailReference.end(start, slots: UnsafeMutableRawPointer($0).assumingMemoryBound(to: Slot.self))
    }
  }

  /// Whether someone may observe the object: only then does a write go through the registrar.
  @inlinable @inline(__always) public var _$isObserved: Bool {
    start.header.map { $0.pointee.registrar != nil } ?? false
  }

  /// Reads or writes slots; the reference must not leave the closure.
  @inlinable @inline(__always)
  public mutating func _$with<R>(_ body: (TailReference) throws -> R) rethrows -> R {
    try withUnsafeMutablePointer(to: &self) {
      try body(TailReference(UnsafeMutableRawPointer($0).assumingMemoryBound(to: TailStart.self)))
    }
  }

  /// The state of the whole object, which knows of this part from now on; for `_$ref` alone.
  public mutating func _$attached(to state: StateReference) -> StateReference {
    if start.header == nil {
      withUnsafeMutablePointer(to: &self) {
        TailReference(UnsafeMutableRawPointer($0).assumingMemoryBound(to: TailStart.self)).attach(to: state)
      }
    }
    return state
  }

  /// For init accessors that users write: `_$backingData.setValue(forKey: \.a, to: value)`.
  public mutating func setValue<Value>(forKey keyPath: KeyPath<Model, Value>, to value: Value) {
    guard let slot = Model._$layout.slot(of: keyPath), slot >= start.first else { return }
    let own = slot - start.first
    _$with { $0._$setAny(own, value) }
  }
}
