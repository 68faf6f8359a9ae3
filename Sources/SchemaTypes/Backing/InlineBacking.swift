public import ObjectGraph

public typealias _StateReference = ObjectGraph.StateReference
public typealias _ModelLayout = ObjectGraph.ModelLayout

/// The storage that `@Model` puts into a class as `_$backingData`: header and one slot a property, in the object itself.
public struct _InlineBacking<Model: PersistentModel, let count: Int>: ~Copyable {
  @usableFromInline var header: ObjectHeader
  @usableFromInline var slots: InlineArray<count, Slot>

  @inlinable public init(_ layout: ModelLayout) {
    header = ObjectHeader(layout)
    slots = InlineArray(repeating: .empty)
  }

  deinit {
    var copy = slots
    withUnsafeMutablePointer(to: &copy) {
      StateReference.end(header, slots: UnsafeMutableRawPointer($0).assumingMemoryBound(to: Slot.self), count: count)
    }
  }

  /// Whether someone may observe the object: only then does a write go through the registrar.
  @inlinable @inline(__always) public var _$isObserved: Bool { header.registrar != nil }

  /// Reads or writes slots.
  ///
  /// The reference must not leave the closure: letting it escape from an inlined accessor is miscompiled for objects
  /// that the optimiser sees whole.
  @inlinable @inline(__always)
  public mutating func _$with<R>(_ body: (StateReference) throws -> R) rethrows -> R {
    try withUnsafeMutablePointer(to: &self) {
      try body(StateReference(UnsafeMutableRawPointer($0).assumingMemoryBound(to: ObjectHeader.self)))
    }
  }

  /// The state's address, for `_$ref` alone, which is never inlined.
  @inlinable public var _$reference: StateReference {
    mutating get {
      withUnsafeMutablePointer(to: &self) {
        StateReference(UnsafeMutableRawPointer($0).assumingMemoryBound(to: ObjectHeader.self))
      }
    }
  }

  /// For init accessors that users write: `_$backingData.setValue(forKey: \.a, to: value)`.
  public mutating func setValue<Value>(forKey keyPath: KeyPath<Model, Value>, to value: Value) {
    let reference = _$reference
    guard let slot = reference._slot(of: keyPath) else { return }
    reference._$setAny(slot, value)
  }

  public mutating func getValue<Value>(forKey keyPath: KeyPath<Model, Value>) -> Value {
    let reference = _$reference
    return reference._$any(reference._requiredSlot(of: keyPath), as: Value.self)
  }
}

extension StateReference {
  package func _slot(of keyPath: AnyKeyPath) -> Int? { layout.slot(of: keyPath) }

  /// Asking for a key path that is no persisted property has no answer of its type.
  package func _requiredSlot(of keyPath: AnyKeyPath) -> Int {
    guard let slot = layout.slot(of: keyPath) else {
      fatalError("\(keyPath) is no persisted property")
    }
    return slot
  }
}

extension ModelLayout {
  /// Names and key paths of the persisted properties, in the order of their slots.
  ///
  /// - Parameter canFail: an initializer of the class can throw or answer nil.
  public convenience init(names: [String], keyPaths: [AnyKeyPath], canFail: Bool = false) {
    self.init(zip(names, keyPaths).map { Property(name: $0, keyPath: $1) }, canFail: canFail)
  }

  /// The layout of a class that inherits from a model; `inherited` are the superclass's key paths with this class as
  /// their root.
  public convenience init(
    superclass: any _ModelClass.Type, inherited: [AnyKeyPath], names: [String], keyPaths: [AnyKeyPath],
    canFail: Bool = false
  ) {
    self.init(
      zip(names, keyPaths).map { Property(name: $0, keyPath: $1) }, superclass: superclass,
      inherited: zip(superclass._$layout.properties, inherited).map { Property(name: $0.name, keyPath: $1) },
      canFail: canFail)
  }
}
