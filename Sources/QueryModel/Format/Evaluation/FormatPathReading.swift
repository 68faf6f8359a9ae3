/// Follows keys from a value, as key-value coding does: through collections to the values of every element.
struct FormatPathReading {
  private let evaluator: FormatEvaluator
  private let expression: FormatExpression

  init(_ evaluator: FormatEvaluator, _ expression: FormatExpression) {
    self.evaluator = evaluator
    self.expression = expression
  }

  func value(_ start: FormatValue, _ names: ArraySlice<String>) throws -> FormatValue {
    var current = start
    var rest = names
    while let name = rest.popFirst() {
      if name.hasPrefix("@") { return try aggregate(name, of: current, rest) }
      switch current {
      case .null: if !rest.contains(where: { $0.hasPrefix("@") }) { return .null }
      case .collection(let elements):
        // The rest belongs to each element, unless a collection operator gathers first.
        current = .collection(try elements.map { try step($0, name) }.flattened)
      default: current = try step(current, name)
      }
    }
    return current
  }

  private func step(_ value: FormatValue, _ name: String) throws -> FormatValue {
    if name.lowercased() == "self" { return value }
    switch value {
    case .null: return .null
    case .collection(let elements): return .collection(try elements.map { try step($0, name) }.flattened)
    case .object(let object):
      do {
        return FormatValue(try evaluator.lookup.value(of: object.value, forKey: name))
      } catch var error as FormatError where error.text.isEmpty {
        error.text = "\(expression)"
        throw error
      }
    default:
      guard let answer = FormatMethod.property(value, name) else {
        throw FormatError(
          .unknownKey, "a value such as \(FormatPrinter.text(value)) has no key \"\(name)\"", text: "\(expression)")
      }
      return answer
    }
  }

  /// `items.@sum.fee` and `@sum.items.fee`: the operator over what the keys behind it give. Nil counts as 0 in sums and averages, as Apple's
  /// "Using Collection Operators" says, and is left out of `@min` and `@max`.
  private func aggregate(_ name: String, of value: FormatValue, _ names: ArraySlice<String>) throws -> FormatValue {
    guard value != .null else { return .null }
    if name == "@count" {
      guard names.isEmpty else { throw FormatError(.mismatch, "nothing can follow @count", text: "\(expression)") }
      guard case .collection(let elements) = value else {
        throw FormatError(.mismatch, "@count needs a collection", text: "\(expression)")
      }
      return .integer(Int64(elements.count))
    }
    guard case .collection(let values) = try self.value(value, names) else {
      throw FormatError(.mismatch, "\(name) needs a collection", text: "\(expression)")
    }
    let computing = FormatComputing(expression)
    let present = values.filter { $0 != .null }
    switch name {
    case "@sum": return try computing.value("sum:", [.collection(present)])
    case "@avg":
      return try computing.value("average:", [.collection(values.map { $0 == .null ? .integer(0) : $0 })])
    case "@min": return try computing.value("min:", [.collection(present)])
    case "@max": return try computing.value("max:", [.collection(present)])
    case "@distinctUnionOfObjects", "@distinctUnionOfArrays", "@distinctUnionOfSets":
      return .collection(present.distinct)
    case "@unionOfObjects", "@unionOfArrays", "@unionOfSets": return .collection(present)
    default: throw FormatError(.unsupported, "there is no collection operator \(name)", text: "\(expression)")
    }
  }
}
