import ModelDescription

extension ArchivedModelWriter {
  /// The predicates of an attribute's bounds, each with the number of the error it stands for.
  ///
  /// `SELF >= 0` with 1620 as in LoopKit's store; the other numbers are those of the public validation errors.
  mutating func validation(
    of attribute: AttributeDescription, _ facts: inout SourceFacts
  ) -> (predicates: [PlistValue], warnings: [PlistValue]) {
    let validation = attribute.validation
    var predicates: [PlistValue] = []
    var warnings: [PlistValue] = []
    let length = PredicateTree.keyPath(of: nil, "length")
    let isDate = attribute.type == .date
    let bounds: [(PredicateTree, Int, AttributeValue?, Int64)] = [
      (.itself, 3, validation.minimum, isDate ? 1640 : 1620), (.itself, 1, validation.maximum, isDate ? 1630 : 1610),
      (length, 3, validation.minimumLength.map { .integer(Int64($0)) }, 1670),
      (length, 1, validation.maximumLength.map { .integer(Int64($0)) }, 1660),
    ]
    for (left, type, bound, warning) in bounds {
      guard let bound else { continue }
      let constant = value(bound)
      predicates.append(expressions.bound(left, .init(type: type), constant, &archive))
      warnings.append(archive.value(.integer(warning)))
    }
    // How archives hold MATCHES is not known.
    facts["regularExpressionString"] = validation.regularExpression
    for (index, text) in validation.otherPredicates.enumerated() {
      let written = predicate(text, "validationPredicate \(index)", &facts)
      guard written != KeyedArchiveWriter.null else { continue }
      predicates.append(written)
      // What the model says when this predicate fails is not part of a description: the general number stands for it.
      warnings.append(archive.value(.integer(1550)))
    }
    return (predicates, warnings)
  }
}
