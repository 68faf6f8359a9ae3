extension ObjectPropertyType {
  /// What a row has of a struct, with zero in the parts that it lacks and cannot be read without.
  ///
  /// For the stage of a migration that gives the struct such a part: until it has run, rows have none.
  func fillingParts(of forms: [BoxedForm]) -> [BoxedForm] {
    guard let shape = try? shape.get(), let zero = zeroBox, let zeros = try? self.forms(zero),
      zeros.count == forms.count
    else { return forms }
    var result = forms
    func isEmpty(_ fields: Range<Int>) -> Bool { result[fields].allSatisfy { $0 == .null } }
    // A struct that is not there gets none of its parts.
    for part in shape.mandatoryParts(below: "") where isEmpty(part.own) && !isEmpty(part.surrounding) {
      result.replaceSubrange(part.own, with: zeros[part.own])
    }
    return result
  }
}
