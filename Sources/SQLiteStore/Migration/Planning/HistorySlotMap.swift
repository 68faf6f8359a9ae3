internal import ModelDescription
internal import ModelEvolution

/// Which bit of a history row's columns becomes which, for the changes of one entity.
struct HistorySlotMap: Sendable {
  let sourceCount: Int
  let targetCount: Int
  /// Bits of the source by bits of the destination.
  let bits: [Int?]

  init?(_ pair: EntityMapping, source: StoreLayout, target: StoreLayout) {
    guard let former = pair.source else { return nil }
    let (old, new) = (source.historySlots(former), target.historySlots(pair.destination))
    let positions = Dictionary(old.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    sourceCount = old.count
    targetCount = new.count
    bits = new.map { slot in
      switch slot {
      case .field(let number): Self.field(pair.fields[number], former).flatMap { positions[.field($0)] }
      case .entity(ofField: let number):
        Self.field(pair.fields[number], former).flatMap { positions[.entity(ofField: $0)] }
      case .hidden(let column): positions[.hidden(column: column)]
      case .toMany(let name):
        pair.toManys.first { $0.destination.name == name }?.source.flatMap { positions[.toMany($0.name)] }
      }
    }
  }

  var isIdentity: Bool { sourceCount == targetCount && bits.enumerated().allSatisfy { $0.offset == $0.element } }

  private static func field(_ mapping: FieldMapping, _ former: ResolvedEntity) -> Int? {
    switch mapping {
    case .attribute(let attribute): attribute.sourceField
    case .toOne(let relationship):
      relationship.source.flatMap { old in
        former.fields.firstIndex {
          $0.toOne?.name == old.name && $0.declaringEntityNumber == old.declaringEntityNumber
        }
      }
    }
  }

  /// The columns of a change in the destination's bits; `nil` for a text of another length, which says nothing.
  func columns(_ old: UnsafeRawBufferPointer) -> [UInt8]? {
    guard old.count == (sourceCount + 7) / 8 else { return nil }
    var new = [UInt8](repeating: 0, count: (targetCount + 7) / 8)
    for (bit, former) in bits.enumerated() {
      guard let former, old[former / 8] & (0x80 >> UInt8(former % 8)) != 0 else { continue }
      new[bit / 8] |= 0x80 >> UInt8(bit % 8)
    }
    return new
  }
}
