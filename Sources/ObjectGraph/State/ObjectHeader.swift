public import Observation

/// What an object knows about itself, ahead of its slots, in the object's own memory.
public struct ObjectHeader {
  /// Bit set: the slot cannot be read yet (fault, unresolved to-one or to-many). Bit 63 stands for all slots from 63.
  public var pending: UInt64
  /// Bit set: the slot's next write is the first since the row was read, so the context must hear of it.
  public var clean: UInt64
  public var registrar: RegistrarBox?
  /// The `ObjectContext`, unretained: a context clears this in all its objects before it goes.
  public var owner: UnsafeRawPointer?
  public var layout: Unmanaged<ModelLayout>
  /// Primary key; negative while the object has no row, 0 when it is in no context.
  public var key: Int64
  /// Of the row; of an object without one, the number in its identifier once somebody asked for that, or 0.
  public var version: Int64
  public var entity: Int32
  public var flags: Flags
  /// How many slots follow the header; those of subclasses lie further on in the object.
  public var near: UInt16

  @inlinable public init(_ layout: ModelLayout) {
    pending = 0
    clean = 0
    registrar = nil
    owner = nil
    self.layout = .passUnretained(layout)
    key = 0
    version = 0
    entity = 0
    flags = Flags(rawValue: 0)
    near = .max
  }

  public struct Flags: OptionSet, Sendable {
    public var rawValue: UInt16
    @inlinable public init(rawValue: UInt16) { self.rawValue = rawValue }

    package static let inserted = Flags(rawValue: 1)
    package static let updated = Flags(rawValue: 2)
    package static let deleted = Flags(rawValue: 4)
    /// The row is gone: deleted here and saved, or found missing.
    package static let gone = Flags(rawValue: 8)
    /// The slots wait for their row.
    package static let fault = Flags(rawValue: 16)
    /// Another object stands for the row: this one shows what that one has, and hands changes on to it.
    package static let double = Flags(rawValue: 32)
    /// Named an object of the context before its initializer was through, which may still throw.
    package static let joining = Flags(rawValue: 64)
  }
}

/// Keeps the registrar, whose size only Observation knows, out of the header.
public final class RegistrarBox {
  public let registrar = ObservationRegistrar()
  /// Whether the context is told of the object's next change: see `ObjectContext.watchChanged`.
  var isWatched = false
  package init() {}
}
