import Foundation

/// A condition on a thing, as a value that can be made smaller.
indirect enum ThingCondition: Sendable {
  case and(ThingCondition, ThingCondition)
  case or(ThingCondition, ThingCondition)
  case not(ThingCondition)
  case choice(ThingCondition, ThingCondition, ThingCondition)
  case constant(Bool)
  case flag
  case maybeFlag(equals: Bool?)
  case maybeFlagOr(Bool)
  case order(Int, Whole, Whole)
  case same(Bool, Whole, Whole)
  case maybeSame(Bool, Int?)
  case maybeSameMaybeOfParent(Bool)
  case realOrder(Int, Real, Real)
  case realSame(Bool, Real, Real)
  case maybeReal(Bool, Double?)
  case singleOrder(Int, Float)
  case titleSame(Bool, String)
  case titleOrder(Int, String)
  case noteSame(Bool, String?)
  case titleContains(String)
  case titleBegins(String)
  case titleLocalized(String)
  case titleEmpty
  case titleIgnoringCase(String)
  case noteContains(String, or: Bool)
  case dateOrder(Int, Date)
  case maybeDateSame(Bool, Date?)
  case codeSame(Bool, UUID)
  case maybeCodeSame(Bool, UUID?)
  case bytesSame(Bool, Data)
  case priceOrder(Int, Decimal)
  case priceSame(Bool, Decimal)
  case linkSame(Bool, URL?)
  case levelSame(Bool, Things.Level)
  case rawLevelOrder(Int, Int)
  case colorSame(Bool, Things.Color?)
  case numberIn([Int])
  case maybeIn([Int?])
  case titleIn([String])
  case inRange(Int, Int, closed: Bool)
  case noParent(Bool)
  case parent(ThingCondition, or: Bool)
  case parentNumberSame(Bool, Int?)
  case grandparentTitleSame(Bool, String?)
  case anyChild(ThingCondition)
  case allChildren(ThingCondition)
  case childOfParent(ThingCondition, or: Bool)
  case noChildren
  case filteredCount(ThingCondition, Int, Int)
  case noLabels(or: Bool)
  case anyLabel(String, or: Bool)
  case isSpecial
  case extraSame(Bool, Int?)
  case smallOrder(Int, Int16)
  case titlePattern(String)
  case titleLocalizedOrder(String, ComparisonResult)
  case noteSameNoteOfParent(Bool)
  case noteOrTitleBegins(String)
  case chosenTitleSame(ThingCondition, Bool, String)
  case dateOrOrder(Int, Date, or: Date)
  case levelIn([Things.Level])
  case colorIn([Things.Color?])
  case codeIn([UUID])
  case priceProduct(Int, Decimal, Decimal)

  indirect enum Whole: Sendable {
    case number, other, constant(Int), childCount, titleCount
    case maybeOr(Int)
    case computed(Int, Whole, Whole)
    case minus(Whole)
    case choice(ThingCondition, Whole, Whole)
  }

  indirect enum Real: Sendable {
    case real, constant(Double)
    case maybeOr(Double)
    case computed(Int, Real, Real)
  }

  /// The smallest condition found, part by part, that still shows what the whole shows.
  func smallest(where shows: (ThingCondition) throws -> Bool) rethrows -> ThingCondition {
    var result = self
    // Each step takes a part away, so that the search ends; large conditions have many parts.
    var steps = 0
    search: while steps < 1000 {
      for smaller in result.smaller {
        steps += 1
        if try shows(smaller) {
          result = smaller
          continue search
        }
      }
      break
    }
    return result
  }

  /// Conditions of fewer parts that may show the same.
  var smaller: [ThingCondition] {
    switch self {
    case .and(let a, let b):
      [a, b] + a.smaller.map { .and($0, b) } + b.smaller.map { .and(a, $0) }
    case .or(let a, let b):
      [a, b] + a.smaller.map { .or($0, b) } + b.smaller.map { .or(a, $0) }
    case .not(let a): [a] + a.smaller.map { .not($0) }
    case .choice(let a, let b, let c):
      [a, b, c] + a.smaller.map { .choice($0, b, c) } + b.smaller.map { .choice(a, $0, c) }
        + c.smaller.map { .choice(a, b, $0) }
    case .parent(let a, let other): [a] + a.smaller.map { .parent($0, or: other) }
    case .anyChild(let a): [a] + a.smaller.map { .anyChild($0) }
    case .allChildren(let a): [a] + a.smaller.map { .allChildren($0) }
    case .childOfParent(let a, let other): [a] + a.smaller.map { .childOfParent($0, or: other) }
    case .filteredCount(let a, let operation, let count):
      [a] + a.smaller.map { .filteredCount($0, operation, count) }
    case .chosenTitleSame(let test, let isEqual, let text):
      [test, .titleSame(isEqual, text)] + test.smaller.map { .chosenTitleSame($0, isEqual, text) }
    case .order(let operation, let a, let b):
      a.smaller.map { .order(operation, $0, b) } + b.smaller.map { .order(operation, a, $0) }
    case .same(let isEqual, let a, let b):
      a.smaller.map { .same(isEqual, $0, b) } + b.smaller.map { .same(isEqual, a, $0) }
    case .realOrder(let operation, let a, let b):
      a.smaller.map { .realOrder(operation, $0, b) } + b.smaller.map { .realOrder(operation, a, $0) }
    case .realSame(let isEqual, let a, let b):
      a.smaller.map { .realSame(isEqual, $0, b) } + b.smaller.map { .realSame(isEqual, a, $0) }
    default: []
    }
  }
}

extension ThingCondition.Whole {
  var smaller: [Self] {
    switch self {
    case .computed(let operation, let a, let b):
      [a, b] + a.smaller.map { .computed(operation, $0, b) } + b.smaller.map { .computed(operation, a, $0) }
    case .minus(let a): [a] + a.smaller.map { .minus($0) }
    case .choice(let test, let a, let b): [a, b] + test.smaller.map { .choice($0, a, b) }
    default: []
    }
  }
}

extension ThingCondition.Real {
  var smaller: [Self] {
    switch self {
    case .computed(let operation, let a, let b):
      [a, b] + a.smaller.map { .computed(operation, $0, b) } + b.smaller.map { .computed(operation, a, $0) }
    default: []
    }
  }
}
