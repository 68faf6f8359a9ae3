import ModelDescription
package import StoreContract

/// What history says about fields, in terms of properties.
extension ClassBinding {
  /// The slots of properties that fields and to-manys belong to, in order.
  package func slots(fields: [Int], toManys: [String]) -> [Int] {
    slots.indices.filter { slot in
      if case .toMany(let relationship) = slots[slot].content { return toManys.contains(relationship.name) }
      return slots[slot].fields.contains(where: fields.contains)
    }
  }

  /// The properties that some values are of, as the class has them; what is nil or does not fit is left out.
  package func values(_ values: [Int: StoredValue]) -> [(slot: Int, value: Any)] {
    slots.indices.compactMap { slot in value(ofSlot: slot, values).map { (slot, $0) } }
  }

  private func value(ofSlot slot: Int, _ values: [Int: StoredValue]) -> Any? {
    let property = slots[slot]
    guard property.fields.contains(where: { values[$0] != nil }), property.relationship == nil else { return nil }
    let forms = property.fields.map { BoxedForm(values[$0] ?? .null) }
    guard forms.contains(where: { $0 != .null }) else { return nil }
    if let attribute = property.transformable {
      guard case .data(let data) = forms[0] else { return nil }
      return try? coding.value(in: data, for: attribute, as: property.type.wrapped)
    }
    if case .composite = property.content { return (try? property.type.box(forms)).flatMap { Self.unwrapped($0.any) } }
    return BoxedValues.value(of: property.type.wrapped, from: forms[0])
  }

  private static func unwrapped(_ value: Any) -> Any? {
    (value as? any OptionalType).map(\.wrappedValue) ?? value
  }
}
