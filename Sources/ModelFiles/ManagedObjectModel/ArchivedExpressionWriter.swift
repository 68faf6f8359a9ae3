/// Trees of predicates and expressions as archived objects, in the shapes that the caches of CoreDataPlus's and
/// LoopKit's stores show.
struct ArchivedExpressionWriter {
  private var itself: PlistValue?

  /// The archived form, or `nil` where some part has a shape that no specimen shows.
  mutating func write(_ tree: PredicateTree, to archive: inout KeyedArchiveWriter) -> PlistValue? {
    Self.isKnown(tree) ? object(tree, &archive) : nil
  }

  private static func isKnown(_ tree: PredicateTree) -> Bool {
    switch tree {
    case .not(let part): isKnown(part)
    case .all(let parts), .any(let parts), .function(_, let parts): parts.allSatisfy(isKnown)
    case .comparison(let left, let comparison, let right):
      [0, 1, 2, 3, 4, 5, 10, 99].contains(comparison.type) && isKnown(left) && isKnown(right)
    case .keyPath(let owner, _): owner.map(isKnown) ?? true
    case .call(let target, _, let parts): isKnown(target) && parts.allSatisfy(isKnown)
    case .itself, .null, .boolean, .integer, .real, .text, .date, .variable: true
    case .truth, .opaque: false
    }
  }

  private mutating func object(_ tree: PredicateTree, _ archive: inout KeyedArchiveWriter) -> PlistValue {
    switch tree {
    case .not(let part): return compound(0, [part], &archive)
    case .all(let parts): return compound(1, parts, &archive)
    case .any(let parts): return compound(2, parts, &archive)
    case .comparison(let left, let comparison, let right):
      let (left, right) = (object(left, &archive), object(right, &archive))
      return archive.object(
        .comparisonPredicate,
        [
          "NSLeftExpression": left, "NSRightExpression": right,
          "NSPredicateOperator": self.comparison(comparison, &archive),
        ])
    case .itself:
      if let itself { return itself }
      let reference = archive.object(.selfExpression, ["NSExpressionType": .integer(1)])
      itself = reference
      return reference
    case .null: return constant(KeyedArchiveWriter.null, &archive)
    case .boolean(let value): return constant(archive.value(.boolean(value)), &archive)
    case .integer(let value): return constant(archive.value(.integer(value)), &archive)
    case .real(let value): return constant(archive.value(.real(value)), &archive)
    case .text(let text): return constant(archive.string(text), &archive)
    case .date(let seconds):
      return constant(archive.object(.date, ["NS.time": .real(seconds)]), &archive)
    case .variable(let name):
      return archive.object(
        .variableExpression, ["NSVariable": archive.string(name), "NSExpressionType": .integer(2)])
    case .keyPath(let owner, let path): return keyPath(owner, path, &archive)
    case .function(let selector, let arguments): return function(selector, arguments, &archive)
    case .call(let target, let selector, let arguments):
      let (target, members) = (object(target, &archive), arguments.map { object($0, &archive) })
      return archive.object(
        .functionExpression,
        [
          "NSOperand": target, "NSSelectorName": archive.string(selector), "NSExpressionType": .integer(4),
          "NSArguments": archive.list(.mutableArray, members),
        ])
    case .truth, .opaque: return KeyedArchiveWriter.null
    }
  }

  private mutating func compound(
    _ type: Int64, _ parts: [PredicateTree], _ archive: inout KeyedArchiveWriter
  ) -> PlistValue {
    let members = parts.map { object($0, &archive) }
    return archive.object(
      .compoundPredicate,
      ["NSCompoundPredicateType": .integer(type), "NSSubpredicates": archive.list(.array, members)])
  }

  /// A constant expression around a value that the archive holds already.
  mutating func constant(_ value: PlistValue, _ archive: inout KeyedArchiveWriter) -> PlistValue {
    archive.object(.constantExpression, ["NSConstantValue": value, "NSExpressionType": .integer(0)])
  }

  /// `SELF >= value` and its like, around a value that the archive holds already.
  mutating func bound(
    _ left: PredicateTree, _ comparison: PredicateTree.Comparison, _ value: PlistValue,
    _ archive: inout KeyedArchiveWriter
  ) -> PlistValue {
    let (left, right) = (object(left, &archive), constant(value, &archive))
    return archive.object(
      .comparisonPredicate,
      [
        "NSLeftExpression": left, "NSRightExpression": right,
        "NSPredicateOperator": self.comparison(comparison, &archive),
      ])
  }

  /// A path from the object itself is a key path (3); from anything else it is a function call (4).
  private mutating func keyPath(
    _ owner: PredicateTree?, _ path: String, _ archive: inout KeyedArchiveWriter
  ) -> PlistValue {
    let operand = object(owner ?? .itself, &archive)
    let specifier = archive.object(
      .keyPathSpecifier, ["NSExpressionType": .integer(10), "NSKeyPath": archive.string(path)])
    let selector = owner == nil && !path.contains(".") ? "valueForKey:" : "valueForKeyPath:"
    return archive.object(
      .keyPathExpression,
      [
        "NSOperand": operand, "NSSelectorName": archive.string(selector),
        "NSExpressionType": .integer(owner == nil ? 3 : 4), "NSArguments": archive.list(.mutableArray, [specifier]),
      ])
  }

  private mutating func function(
    _ selector: String, _ arguments: [PredicateTree], _ archive: inout KeyedArchiveWriter
  ) -> PlistValue {
    let members = arguments.map { object($0, &archive) }
    let owner = archive.object(
      .constantExpression,
      ["NSConstantValueClassName": archive.string("_NSPredicateUtilities"), "NSExpressionType": .integer(0)])
    return archive.object(
      .functionExpression,
      [
        "NSOperand": owner, "NSSelectorName": archive.string(selector), "NSExpressionType": .integer(4),
        "NSArguments": archive.list(.array, members),
      ])
  }

  private func comparison(
    _ comparison: PredicateTree.Comparison, _ archive: inout KeyedArchiveWriter
  ) -> PlistValue {
    let (type, options) = (PlistValue.integer(Int64(comparison.type)), PlistValue.integer(Int64(comparison.options)))
    switch comparison.type {
    case 4, 5:
      return archive.object(
        .equalityOperator,
        [
          "NSModifier": .integer(0), "NSNegate": .boolean(comparison.type == 5), "NSOptions": options,
          "NSOperatorType": type,
        ])
    case 10, 99:
      return archive.object(
        .inOperator, ["NSModifier": .integer(0), "NSFlags": options, "NSOperatorType": type])
    default:
      return archive.object(
        .comparisonOperator,
        ["NSModifier": .integer(0), "NSVariant": type, "NSOptions": options, "NSOperatorType": type])
    }
  }
}
