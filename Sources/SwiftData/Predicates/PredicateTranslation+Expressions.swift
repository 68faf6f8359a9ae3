import Foundation
import ObjectGraph
import QueryModel
import SchemaTypes

extension PredicateTranslation.Run {
  mutating func expression(_ tree: PredicateTree) throws -> QueryExpression {
    switch tree {
    case .variable(let variable):
      guard let bound = bound[variable] else { throw unsupported("the variable is not bound here", "a variable") }
      return .path(bound, [])
    case .value(let value): return .constant(try constant(value))
    case .property(let base, let path): return try property(base, path)
    case .arithmetic(let operation, let left, let right, _):
      return .arithmetic(operation, try expression(left), try expression(right))
    case .coalesce(let left, let right): return .coalesce(try expression(left), try expression(right))
    case .conditional(let test, let yes, let no):
      return .conditional(try condition(test), try expression(yes), try expression(no))
    case .function(let function, let arguments): return try call(function, arguments.map { try expression($0) })
    case .cast(let object, let type): return try cast(object, type)
    case .filter(let sequence, let variable, let test) where !sequence.isModels:
      let values = try expression(sequence)
      let element = makeVariable(for: variable)
      return .selection(values, binding: element, try condition(test))
    case .filter: throw unsupported("a filtered relationship can be counted and searched only", "filter")
    case .flatMap(let wrapped, let variable, let body): return try flatMap(wrapped, variable, body)
    case .unknown(let name): throw unsupported("this form cannot be fetched by", name)
    case .range: throw unsupported("a range is no value", "a range")
    case .and, .or, .not, .comparison, .quantified, .membership, .text, .inRange, .test:
      return .conditional(try condition(tree), .constant(.boolean(true)), .constant(.boolean(false)))
    }
  }

  private mutating func flatMap(
    _ wrapped: PredicateTree, _ variable: PredicateTree.Variable, _ body: PredicateTree
  ) throws -> QueryExpression {
    if case .value = wrapped, wrapped.isNil { return .constant(.null) }
    let result = try expression(body.substituting(variable, by: wrapped))
    // Paths are nil behind a nil by themselves; anything else is guarded.
    if !wrapped.isNil, case .value = wrapped { return result }
    if case .path(let base, let names) = try? expression(wrapped), result.continues(base, names) { return result }
    let isThere = try presence(wrapped)
    return isThere == .constant(true) ? result : .conditional(isThere, result, .constant(.null))
  }

  private func call(_ function: QueryFunction, _ arguments: [QueryExpression]) -> QueryExpression {
    // A captured dictionary is a choice.
    guard function == .entry, case .constant(.dictionary(let entries)) = arguments[0], entries.count <= 100 else {
      return .call(function, arguments)
    }
    let sorted = entries.sorted { ($0.key.order($1.key) ?? 0) < 0 }
    return sorted.reduce(.constant(.null)) { rest, entry in
      .conditional(.comparison(.equal, arguments[1], .constant(entry.key)), .constant(entry.value), rest)
    }
  }

  private mutating func cast(_ object: PredicateTree, _ type: any Any.Type) throws -> QueryExpression {
    guard let entities = rules.family(type) else {
      throw unsupported("\(type) is no model of this container", "as? \(type)")
    }
    guard case .path(let variable, let names) = try expression(object) else {
      throw unsupported("only models can be seen as another model", "as? \(type)")
    }
    return .path(variable.cast(names, to: entities, name: "\(type)"), [])
  }

  // MARK: properties

  private mutating func property(_ base: PredicateTree, _ path: AnyKeyPath) throws -> QueryExpression {
    let next = rules.resolve(path)
    // A model's identifier stands for the model itself.
    let isIdentifier = type(of: path).valueType == PersistentIdentifier.self
    if next == nil, !isIdentifier {
      switch KnownProperty(path) {
      // Enums are stored by their raw values.
      case .rawValue: return try expression(base)
      case .count: return try count(base)
      case .isEmpty:
        return .conditional(try isEmpty(base, path), .constant(.boolean(true)), .constant(.boolean(false)))
      case nil: break
      }
    }
    guard case .path(let variable, let names) = try expression(base) else {
      throw unsupported("only the properties of a model can be followed", "\(path)")
    }
    if let next { return .path(variable, names + next) }
    if isIdentifier { return .path(variable, names) }
    if let part = Self.part(path) { return .path(variable, names + part) }
    throw QueryError(
      .unknownProperty, "it is not a stored property, so the store knows nothing of it", expression: Self.text(path))
  }

  /// Key paths of computed properties have no names.
  private static func text(_ path: AnyKeyPath) -> String {
    let text = "\(path)"
    guard text.contains("<computed") else { return text }
    let type = type(of: path)
    return "\\\(type.rootType).<a computed property of type \(type.valueType)>"
  }

  /// The store's names of a stored property of a struct: the key path's text names it.
  private static func part(_ path: AnyKeyPath) -> [String]? {
    let root = type(of: path).rootType
    guard !(root is any PersistentModel.Type), var shape = try? ValueShape(of: root) else { return nil }
    let prefix = "\\\(_typeName(root, qualified: false))."
    let text = "\(path)"
    guard text.hasPrefix(prefix), !text.contains("<") else { return nil }
    var names = text.dropFirst(prefix.count).split(separator: ".").map { $0.filter { $0 != "?" && $0 != "!" } }
    for name in names {
      guard case .structure(let elements) = shape, let element = elements.first(where: { $0.name == name }) else {
        return nil
      }
      shape = element.shape
    }
    if case .raw = shape { names += names.suffix(1) }
    return names
  }
}

extension QueryExpression {
  /// Whether it is a path that goes on from this one.
  fileprivate func continues(_ variable: QueryVariable, _ names: [String]) -> Bool {
    switch self {
    case .path(let own, let path), .count(let own, let path): own == variable && path.starts(with: names)
    default: false
    }
  }
}
