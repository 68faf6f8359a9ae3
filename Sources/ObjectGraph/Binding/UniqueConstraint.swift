import ModelDescription

/// Properties of a class whose values, taken together, no two rows may share.
struct UniqueConstraint {
  let fields: [Int]
  /// The slots that hold the fields, in their order.
  let slots: [Int]

  /// `nil` when the class lacks one of the fields.
  init?(_ fields: [Int], _ bindings: [SlotBinding]) {
    let slots = fields.compactMap { field in bindings.firstIndex { $0.fields.contains(field) } }
    guard slots.count == fields.count else { return nil }
    self.fields = fields
    self.slots = slots
  }
}
