import Foundation

/// A fetch without its values: what it shares with fetches that ask the same of other constants.
///
/// Equal shapes have the same statement. Each constant is a stand-in of its kind that says with which others it is bound;
/// nil, Booleans and what decides the form of a condition stay as they are.
package struct FetchShape: Hashable, Sendable {
  private let request: FetchRequest

  /// The values that the stand-ins stand for, in their order.
  package struct Constants: Sendable {
    package fileprivate(set) var values: [QueryConstant] = []
    private var positions: [BoundConstant: Int] = [:]

    /// A search through few values is faster than a table.
    private static let few = 8

    /// Where the first value is that is bound as this one.
    package func position(of constant: QueryConstant) -> Int? {
      let bound = BoundConstant(constant)
      return values.count <= Self.few ? values.firstIndex { BoundConstant($0) == bound } : positions[bound]
    }

    fileprivate mutating func take(_ constant: QueryConstant) -> Int {
      if let known = position(of: constant) { return known }
      values.append(constant)
      if values.count == Self.few + 1 {
        for (position, value) in values.enumerated() { positions[BoundConstant(value)] = position }
      } else if values.count > Self.few {
        positions[BoundConstant(constant)] = values.count - 1
      }
      return values.count - 1
    }
  }

  /// Lists that are longer travel in a form of their own, which depends on their values.
  package static let longestList = 500

  /// `nil` for a request whose statement depends on its values.
  package static func of(_ request: FetchRequest) -> (shape: FetchShape, constants: Constants)? {
    var reading = Reading()
    var shaped = request
    shaped.predicate = request.predicate.map { reading.predicate($0) }
    // Only whether there is a window matters.
    shaped.limit = request.limit.map { _ in 0 }
    shaped.offset = request.offset.flatMap { $0 > 0 ? 1 : nil }
    return reading.isGeneral ? (FetchShape(request: shaped), reading.constants) : nil
  }
}

/// A constant as a statement has it: texts that Swift calls equal may be of different bytes, which rows tell apart.
private struct BoundConstant: Hashable {
  private let constant: QueryConstant

  init(_ constant: QueryConstant) { self.constant = constant }

  static func == (left: BoundConstant, right: BoundConstant) -> Bool {
    guard left.constant == right.constant else { return false }
    switch (left.constant, right.constant) {
    case (.string(let text), .string(let other)), (.uri(let text), .uri(let other)):
      return text.utf8.elementsEqual(other.utf8)
    // Zeros have signs, which a division shows.
    case (.double(let number), .double(let other)): return number.sign == other.sign
    default: return true
    }
  }

  func hash(into hasher: inout Hasher) { hasher.combine(constant) }
}

/// One walk through a request.
private struct Reading {
  var constants = FetchShape.Constants()
  /// Whether the statement is the same for all values of the constants.
  var isGeneral = true

  mutating func predicate(_ predicate: QueryPredicate) -> QueryPredicate {
    switch predicate {
    case .constant: return predicate
    case .and(let parts): return .and(parts.map { self.predicate($0) })
    case .or(let parts): return .or(parts.map { self.predicate($0) })
    case .not(let part): return .not(self.predicate(part))
    case .comparison(let operation, let left, let right):
      // Whether there are any is not asked as how many there are.
      if left.isCount, right.isZeroOrOne { return .comparison(operation, expression(left), right) }
      if right.isCount, left.isZeroOrOne { return .comparison(operation, left, expression(right)) }
      return .comparison(operation, expression(left), expression(right))
    case .text(let operation, let left, let right, let options):
      // A prefix is a range, whose end not every text has.
      if operation == .beginsWith, case .constant(.string(let prefix)) = right, !QueryConstant.hasSuccessor(prefix) {
        isGeneral = false
      }
      let (text, other) = (expression(left), expression(right))
      // So is what a pattern begins with: one that begins with a wildcard is of another shape.
      if operation == .like, case .constant(.string(let pattern)) = right,
        case .constant(.string(let standIn)) = other, TextMatching.likePrefix(pattern).isEmpty
      {
        return .text(operation, text, .constant(.string("*" + standIn)), options)
      }
      return .text(operation, text, other, options)
    case .membership(let element, let values):
      if values.count > FetchShape.longestList { isGeneral = false }
      return .membership(expression(element), isGeneral ? values.map { constant($0) } : values)
    case .quantified(let quantifier, let variable, let names, let binding, let body):
      return .quantified(quantifier, variable, names, binding: binding, self.predicate(body))
    case .quantifiedValues(let quantifier, let values, let binding, let body):
      return .quantifiedValues(quantifier, expression(values), binding: binding, self.predicate(body))
    case .test(let test, let arguments): return .test(test, arguments.map { expression($0) })
    case .truth(let value): return .truth(expression(value))
    }
  }

  mutating func expression(_ expression: QueryExpression) -> QueryExpression {
    switch expression {
    case .constant(let constant): return .constant(self.constant(constant))
    case .path, .count: return expression
    case .arithmetic(let operation, let left, let right):
      return .arithmetic(operation, self.expression(left), self.expression(right))
    case .coalesce(let left, let right): return .coalesce(self.expression(left), self.expression(right))
    case .conditional(let test, let yes, let no):
      return .conditional(predicate(test), self.expression(yes), self.expression(no))
    case .computed(let computation, let arguments):
      return .computed(computation, arguments.map { self.expression($0) })
    case .aggregate(let aggregate, let variable, let names, let binding, let condition, let value):
      return .aggregate(
        aggregate, variable, names, binding: binding, where: predicate(condition), of: self.expression(value))
    case .call(let function, let arguments): return .call(function, arguments.map { self.expression($0) })
    case .countWhere(let variable, let names, let binding, let body):
      return .countWhere(variable, names, binding: binding, predicate(body))
    case .selection(let values, let binding, let body):
      return .selection(self.expression(values), binding: binding, predicate(body))
    }
  }

  /// Numbers of stand-ins are negative, so that none is a zero or one that stays.
  private mutating func constant(_ constant: QueryConstant) -> QueryConstant {
    switch constant {
    case .null, .boolean: return constant
    case .collection, .dictionary:
      isGeneral = false
      return constant
    // Nil takes its place, and it equals no other.
    case _ where constant.isNaN:
      isGeneral = false
      return constant
    default: break
    }
    let position = -1 - constants.take(constant)
    switch constant {
    case .integer: return .integer(Int64(position))
    case .double: return .double(Double(position))
    case .decimal: return .decimal(Decimal(position))
    case .string: return .string("\(position)")
    case .uri: return .uri("\(position)")
    case .date: return .date(Date(timeIntervalSinceReferenceDate: Double(position)))
    case .data: return .data(withUnsafeBytes(of: position) { Data($0) })
    case .uuid: return .uuid(Self.identifier(position))
    case .object(let entity, _): return .object(entity: entity, key: Int64(position))
    case .null, .boolean, .collection, .dictionary: return constant
    }
  }

  private static func identifier(_ position: Int) -> UUID {
    var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &bytes) { $0.storeBytes(of: position, as: Int.self) }
    return UUID(uuid: bytes)
  }
}

extension QueryExpression {
  package var isCount: Bool {
    switch self {
    case .count, .countWhere: true
    default: false
    }
  }

  fileprivate var isZeroOrOne: Bool { self == .constant(.integer(0)) || self == .constant(.integer(1)) }
}

extension QueryConstant {
  /// Whether there is a text after all those that begin with this one.
  fileprivate static func hasSuccessor(_ prefix: String) -> Bool {
    prefix.unicodeScalars.contains { $0.value < 0x10FFFF }
  }
}
