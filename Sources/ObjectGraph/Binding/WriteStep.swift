import ModelDescription

/// How one slot is written: the little of a `SlotBinding` that every saved object needs, cheap to copy.
struct WriteStep {
  enum Kind: UInt8 {
    case integer, real, string, toOne
    /// Anything that takes more than a look.
    case other
  }

  let slot: Int
  let kind: Kind
  let field: Int
  let isOptional: Bool
  /// What the store's type can hold.
  let smallest: Int64
  let largest: Int64

  /// `nil` for properties that no field of their own expresses, and for those that the store computes.
  ///
  /// - Parameter hasRules: the store's model bounds the values, which then have to be looked at one by one.
  init?(_ slot: Int, _ binding: SlotBinding, hasRules: Bool) {
    guard !binding.isDerived, !binding.fields.isEmpty else { return nil }
    self.slot = slot
    field = binding.field ?? -1
    var (kind, bounds) = (Kind.other, Int64.min...Int64.max)
    switch binding.content {
    case .attribute(_, let attribute):
      isOptional = attribute.isOptional
      switch (binding.type.kind, attribute.type) {
      case _ where hasRules: break
      case (.scalar, .integer16) where !binding.type.isReal:
        (kind, bounds) = (.integer, Int64(Int16.min)...Int64(Int16.max))
      case (.scalar, .integer32) where !binding.type.isReal:
        (kind, bounds) = (.integer, Int64(Int32.min)...Int64(Int32.max))
      case (.scalar, .integer64) where !binding.type.isReal, (.scalar, .boolean) where !binding.type.isReal:
        kind = .integer
        // A set top bit is no sign there, and is looked at more closely.
        if binding.type.wrapped == UInt64.self || binding.type.wrapped == UInt.self { bounds = 0...Int64.max }
      case (.scalar, .double) where binding.type.isReal, (.scalar, .float) where binding.type.isReal,
        (.scalar, .date) where binding.type.isReal:
        kind = .real
      case (.string, .string), (.string, .uri): kind = .string
      default: break
      }
    case .toOne(_, let relationship):
      isOptional = relationship.description.isOptional
      kind = .toOne
    case .composite, .toMany, .transient: isOptional = true
    }
    self.kind = kind
    (smallest, largest) = (bounds.lowerBound, bounds.upperBound)
  }
}
