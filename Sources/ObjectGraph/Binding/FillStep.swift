import ModelDescription

/// How one slot is filled from a row: the little of a `SlotBinding` that every row needs, cheap to copy.
struct FillStep {
  enum Kind: UInt8 {
    /// A scalar whose type holds whatever the column can.
    case integer
    case real
    case string, toOne
    /// Anything that takes more than a look.
    case other
  }

  let slot: Int
  let kind: Kind
  let firstField: Int
  /// Large values of the property may lie outside of its row.
  let mayLieApart: Bool

  /// `nil` for properties that have no field.
  init?(_ slot: Int, _ binding: SlotBinding) {
    guard let first = binding.fields.first else { return nil }
    self.slot = slot
    firstField = first
    // The last bit of those that wait stands for several slots, which are read together.
    if case .attribute(_, let attribute) = binding.content, slot < 63 {
      mayLieApart = attribute.allowsExternalStorage
    } else {
      mayLieApart = false
    }
    switch (binding.content, binding.type.kind) {
    case (.attribute, .scalar) where binding.type.isReal: kind = .real
    case (.attribute, .scalar) where !binding.isNarrow: kind = .integer
    case (.attribute, .string): kind = .string
    case (.toOne, _): kind = .toOne
    default: kind = .other
    }
  }
}
