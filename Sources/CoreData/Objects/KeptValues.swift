/// What some slots of an object held at one time.
///
/// Most of them held nothing, in new objects above all, and a bit says that.
struct KeptValues {
  /// Slots below 64 that are kept.
  private var bits: UInt64 = 0
  /// Values that are something, and those of slots from 64 on.
  private var values: [(slot: Int, value: Any?)] = []

  func contains(_ slot: Int) -> Bool {
    slot < 64 ? bits & 1 << UInt64(slot) != 0 : values.contains { $0.slot == slot }
  }

  /// The value of a kept slot, which may be nothing.
  subscript(slot: Int) -> Any?? {
    guard contains(slot) else { return nil }
    return .some(values.first { $0.slot == slot }?.value)
  }

  /// Keeps the value of a slot that is not kept yet.
  mutating func keep(_ value: Any?, _ slot: Int) {
    if slot < 64 {
      bits |= 1 << UInt64(slot)
      if value == nil { return }
    }
    values.append((slot, value))
  }

  mutating func forget(_ slot: Int) {
    if slot < 64 { bits &= ~(1 << UInt64(slot)) }
    values.removeAll { $0.slot == slot }
  }
}
