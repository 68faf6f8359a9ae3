/// The slots of one class of objects: which property each holds and how.
///
/// Made once a class; property accessors use literal slot numbers and need it only on slow paths.
public final class ModelLayout: @unchecked Sendable {
  // Unchecked because key paths are immutable and nothing changes after `init`.

  public let count: Int
  package let properties: [Property]
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
  }

  package init(_ properties: [Property]) {
    self.count = properties.count
    self.properties = properties
    allBits = properties.count >= 64 ? ~0 : (1 << UInt64(properties.count)) - 1
    owning = properties.enumerated().compactMap { $1.type.kind == .scalar ? nil : ($0, $1.type.kind) }
    slotsByName = Dictionary(properties.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The slot of a key path of the class. O(slots), so only for generic access.
  package func slot(of keyPath: AnyKeyPath) -> Int? {
    properties.firstIndex { $0.keyPath === keyPath } ?? properties.firstIndex { $0.keyPath == keyPath }
  }

  package func slot(named name: String) -> Int? { slotsByName[name] }
}

/// How values of a property's type live in a slot and in a store.
package protocol ObjectPropertyType: Sendable {
  var kind: SlotKind { get }
  var isOptional: Bool { get }
  /// A scalar whose word is a `Double`'s bits.
  var isReal: Bool { get }
  /// Whether these stored integers fit the type of a scalar that is not real.
  func holds(_ integers: Int64...) -> Bool
  /// The box of a stored value, or `nil` when the value does not fit the type.
  func box(_ value: BoxedForm) -> AnyValueBox?
  /// The box that a mandatory property without value reads as, when its type has an empty value.
  var zeroBox: AnyValueBox? { get }
  /// The stored form of a box's value.
  func form(_ box: AnyValueBox) throws -> BoxedForm
  /// An object that holds these members.
  func members(_ objects: [AnyObject]) -> AnyMembers?
}
