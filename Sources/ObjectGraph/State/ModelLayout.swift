import Synchronization

/// The slots of one class of objects: which property each holds and how.
///
/// Made once a class; property accessors use literal slot numbers and need it only on slow paths. A subclass's layout
/// starts with its superclass's, so that one slot number means one property in a whole family.
public final class ModelLayout: @unchecked Sendable {
  // Unchecked because key paths are immutable and nothing changes after `init` but the atomics.

  /// All slots, inherited ones included.
  public let count: Int
  /// The first slot of the class's own properties.
  public let first: Int
  package let properties: [Property]
  /// The model class that the class inherits from.
  package let superclass: (any _ModelClass.Type)?
  private let inherited: ModelLayout?
  /// Bytes from an object's header to the class's own slots: known when the first object of a subclass is met.
  private let distance: Atomic<Int>
  /// Bytes from an object's start to its header; negative until a container has met the class.
  private let headerOffset = Atomic<Int>(-1)
  /// Some initializer of the class or of a superclass can throw or answer nil.
  package let canFail: Bool
  /// Bits of all slots.
  package let allBits: UInt64
  /// Slots that own memory, with their kinds.
  package let owning: [(slot: Int, kind: SlotKind)]
  private let slotsByName: [String: Int]

  package struct Property: @unchecked Sendable {
    // Unchecked for its key path, which is immutable.
    package let name: String
    package let keyPath: AnyKeyPath
    package let type: any ObjectPropertyType

    package init(name: String, keyPath: AnyKeyPath, type: any ObjectPropertyType) {
      self.name = name
      self.keyPath = keyPath
      self.type = type
    }
  }

  /// - Parameters:
  ///   - superclass: the model class that this one inherits from.
  ///   - inherited: the superclass's properties, with key paths of this class.
  ///   - canFail: an initializer of the class can throw or answer nil.
  package init(
    _ own: [Property], superclass: (any _ModelClass.Type)? = nil, inherited: [Property] = [], canFail: Bool = false
  ) {
    self.canFail = canFail || superclass?._$layout.canFail == true
    let properties = inherited + own
    self.count = properties.count
    self.first = inherited.count
    self.properties = properties
    self.superclass = superclass
    self.inherited = superclass?._$layout
    distance = Atomic(superclass == nil ? MemoryLayout<ObjectHeader>.stride : 0)
    allBits = properties.count >= 64 ? ~0 : (1 << UInt64(properties.count)) - 1
    owning = properties.enumerated().compactMap { $1.type.kind == .scalar ? nil : ($0, $1.type.kind) }
    slotsByName = Dictionary(properties.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The slot of a key path of the class. O(slots), so only for generic access.
  package func slot(of keyPath: AnyKeyPath) -> Int? {
    // By position: a property handed to a closure is copied with all that it holds.
    properties.indices.first { properties[$0].keyPath === keyPath }
      ?? properties.indices.first { properties[$0].keyPath == keyPath }
  }

  package func slot(named name: String) -> Int? { slotsByName[name] }

  /// Bytes from the header to a slot of a class whose objects have been met.
  @usableFromInline package func offset(of slot: Int) -> Int {
    var level = self
    while slot < level.first, let next = level.inherited { level = next }
    return level.distance.load(ordering: .relaxed) + (slot - level.first) * MemoryLayout<Slot>.stride
  }

  package func locateHeader(_ offset: Int) { headerOffset.store(offset, ordering: .relaxed) }

  /// The object that a header is inside of; `nil` for a class that no container has met.
  func object(of header: UnsafeMutablePointer<ObjectHeader>) -> AnyObject? {
    let offset = headerOffset.load(ordering: .relaxed)
    guard offset >= 0 else { return nil }
    return Unmanaged<AnyObject>.fromOpaque(UnsafeMutableRawPointer(header) - offset).takeUnretainedValue()
  }

  /// All objects of a class have their parts at the same distances, so the first one tells.
  func locate(_ distance: Int) { self.distance.store(distance, ordering: .relaxed) }
}
