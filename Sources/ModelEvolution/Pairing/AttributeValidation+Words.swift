package import ModelDescription

extension AttributeValidation {
  /// The bounds as one phrase; "any value" for none.
  package var words: String {
    var parts: [String] = []
    if let minimum { parts.append("at least \(minimum.words)") }
    if let maximum { parts.append("at most \(maximum.words)") }
    if let minimumLength { parts.append("at least \(minimumLength.counted("character"))") }
    if let maximumLength { parts.append("at most \(maximumLength.counted("character"))") }
    if let regularExpression { parts.append("of the pattern \(regularExpression)") }
    parts += otherPredicates
    return parts.isEmpty ? "any value" : parts.joined(separator: ", ")
  }
}
