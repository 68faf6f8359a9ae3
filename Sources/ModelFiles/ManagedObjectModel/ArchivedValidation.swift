import ModelDescription

/// The validation predicates of an archived attribute, told apart: bounds, lengths, and all others as text.
struct ArchivedValidation {
  private(set) var description = AttributeValidation()

  init(_ object: KeyedArchive.Object, type: AttributeType, reader: ArchivedModelReader) {
    let archive = reader.archive
    for predicate in archive.elements("NSValidationPredicates", of: object).compactMap({ archive.object($0) }) {
      if !readBound(predicate, type, reader) {
        description.otherPredicates.append(reader.expressions.text(of: predicate))
      }
    }
    let facts = SourceFacts(archive, of: object)
    description.regularExpression = facts["regularExpressionString"]
    let numbered = facts.entries.compactMap { key, text in
      key.hasPrefix("validationPredicate ") ? Int(key.dropFirst(20)).map { ($0, text) } : nil
    }
    for (index, text) in numbered.sorted(by: { $0.0 < $1.0 }) {
      // The text itself, where the archived form does not say all of it: in that one's place or beside the others.
      let position = min(max(index, 0), description.otherPredicates.count)
      let isSame =
        description.otherPredicates.indices.contains(position)
        && PredicateParser.predicate(text)?.format == description.otherPredicates[position]
      if isSame { description.otherPredicates.remove(at: position) }
      description.otherPredicates.insert(text, at: position)
    }
  }

  /// `SELF >= value`, `SELF <= value` and the same of a text's length; the first of a kind counts.
  private mutating func readBound(
    _ predicate: KeyedArchive.Object, _ type: AttributeType, _ reader: ArchivedModelReader
  ) -> Bool {
    let archive = reader.archive
    guard predicate.className == "NSComparisonPredicate",
      let comparison = archive.object("NSPredicateOperator", of: predicate),
      let left = archive.object("NSLeftExpression", of: predicate),
      let right = archive.object("NSRightExpression", of: predicate), right.className == "NSConstantValueExpression",
      let constant = archive.scalar("NSConstantValue", of: right)
    else { return false }
    let number = archive.integer("NSOperatorType", of: comparison)
    guard number == 1 || number == 3 else { return false }
    if left.className == "NSSelfExpression", let value = ArchivedAttribute.value(constant, type) {
      let bound = number == 3 ? \AttributeValidation.minimum : \AttributeValidation.maximum
      guard description[keyPath: bound] == nil else { return false }
      description[keyPath: bound] = value
      return true
    }
    if left.className == "NSKeyPathExpression", reader.expressions.text(of: left) == "length",
      case .integer(let value) = constant, let length = Int(exactly: value)
    {
      let bound = number == 3 ? \AttributeValidation.minimumLength : \AttributeValidation.maximumLength
      guard description[keyPath: bound] == nil else { return false }
      description[keyPath: bound] = length
      return true
    }
    return false
  }
}
