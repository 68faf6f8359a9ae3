import Foundation
import SwiftData

/// Makes `PredicateExpressions` of a condition, over whichever of the two classes: the same nodes for both.
struct ThingPredicate<Thing, Label> {
  typealias P = Foundation.PredicateExpressions
  typealias Node<Value> = any StandardPredicateExpression<Value>
  typealias Path<Value> = any KeyPath<Thing, Value> & Sendable

  struct Paths {
    var number, other: Path<Int>
    var small: Path<Int16>
    var maybe: Path<Int?>
    var title: Path<String>
    var note: Path<String?>
    var real: Path<Double>
    var maybeReal: Path<Double?>
    var single: Path<Float>
    var flag: Path<Bool>
    var maybeFlag: Path<Bool?>
    var date: Path<Date>
    var maybeDate: Path<Date?>
    var code: Path<UUID>
    var maybeCode: Path<UUID?>
    var bytes: Path<Data>
    var price: Path<Decimal>
    var link: Path<URL?>
    var level: Path<Things.Level>
    var color: Path<Things.Color?>
    var parent: Path<Thing?>
    var children: Path<[Thing]>
    var labels: Path<[Label]?>
    var labelName: any KeyPath<Label, String> & Sendable
    var labelThings: any KeyPath<Label, [Thing]> & Sendable
    var isSpecial: (Node<Thing>) -> Node<Bool>
    var extra: (Node<Thing>) -> Node<Int?>
  }

  let paths: Paths

  func predicate(_ condition: ThingCondition) -> Foundation.Predicate<Thing> {
    Foundation.Predicate<Thing>({ node(condition, $0) })
  }

  // MARK: conditions

  func node(_ condition: ThingCondition, _ thing: Node<Thing>) -> Node<Bool> {
    switch condition {
    case .and(let a, let b): return both(node(a, thing), node(b, thing))
    case .or(let a, let b): return either(node(a, thing), node(b, thing))
    case .not(let a): return not(node(a, thing))
    case .choice(let test, let a, let b): return choice(node(test, thing), node(a, thing), node(b, thing))
    case .constant(let value): return P.Value(value)
    case .flag: return get(thing, paths.flag)
    case .maybeFlag(let value): return same(true, get(thing, paths.maybeFlag), P.Value(value))
    case .maybeFlagOr(let other): return coalesce(get(thing, paths.maybeFlag), P.Value(other))
    case .order(let operation, let a, let b): return order(operation, whole(a, thing), whole(b, thing))
    case .same(let isEqual, let a, let b): return same(isEqual, whole(a, thing), whole(b, thing))
    case .maybeSame(let isEqual, let value): return same(isEqual, get(thing, paths.maybe), P.Value(value))
    case .maybeSameMaybeOfParent(let isEqual):
      let parents = flatMapMaybe(get(thing, paths.parent)) { get($0, paths.maybe) }
      return same(isEqual, get(thing, paths.maybe), parents)
    case .realOrder(let operation, let a, let b): return order(operation, real(a, thing), real(b, thing))
    case .realSame(let isEqual, let a, let b): return same(isEqual, real(a, thing), real(b, thing))
    case .maybeReal(let isEqual, let value): return same(isEqual, get(thing, paths.maybeReal), P.Value(value))
    case .singleOrder(let operation, let value):
      let sum = computed(0, get(thing, paths.single), P.Value(Float(0.2)))
      return order(operation, sum, P.Value(value))
    case .titleSame(let isEqual, let text): return same(isEqual, get(thing, paths.title), P.Value(text))
    case .titleOrder(let operation, let text): return order(operation, get(thing, paths.title), P.Value(text))
    case .noteSame(let isEqual, let text): return same(isEqual, get(thing, paths.note), P.Value(text))
    case .titleContains(let text): return contains(get(thing, paths.title), P.Value(text))
    case .titleBegins(let text): return begins(get(thing, paths.title), P.Value(text))
    case .titleLocalized(let text): return localized(get(thing, paths.title), P.Value(text))
    case .titleEmpty: return isEmpty(get(thing, paths.title))
    case .titleIgnoringCase(let text): return ignoringCase(get(thing, paths.title), P.Value(text))
    case .noteContains(let text, let other):
      return coalesce(flatMap(get(thing, paths.note)) { contains($0, P.Value(text)) }, P.Value(other))
    case .dateOrder(let operation, let date): return order(operation, get(thing, paths.date), P.Value(date))
    case .maybeDateSame(let isEqual, let date): return same(isEqual, get(thing, paths.maybeDate), P.Value(date))
    case .codeSame(let isEqual, let code): return same(isEqual, get(thing, paths.code), P.Value(code))
    case .maybeCodeSame(let isEqual, let code): return same(isEqual, get(thing, paths.maybeCode), P.Value(code))
    case .bytesSame(let isEqual, let bytes): return same(isEqual, get(thing, paths.bytes), P.Value(bytes))
    case .priceOrder(let operation, let price): return order(operation, get(thing, paths.price), P.Value(price))
    case .priceSame(let isEqual, let price): return same(isEqual, get(thing, paths.price), P.Value(price))
    case .linkSame(let isEqual, let link): return same(isEqual, get(thing, paths.link), P.Value(link))
    case .levelSame(let isEqual, let level): return same(isEqual, get(thing, paths.level), P.Value(level))
    case .rawLevelOrder(let operation, let value):
      return order(operation, rawValue(get(thing, paths.level)), P.Value(value))
    case .colorSame(let isEqual, let color): return same(isEqual, get(thing, paths.color), P.Value(color))
    case .numberIn(let values): return member(P.Value(values), get(thing, paths.number))
    case .maybeIn(let values): return member(P.Value(values), get(thing, paths.maybe))
    case .titleIn(let values): return member(P.Value(values), get(thing, paths.title))
    case .inRange(let lower, let upper, let isClosed):
      return isClosed
        ? inRange(P.Value(lower...upper), get(thing, paths.number))
        : inRange(P.Value(lower..<upper), get(thing, paths.number))
    case .noParent(let isEqual): return isNil(isEqual, get(thing, paths.parent))
    case .parent(let test, let other):
      return coalesce(flatMap(get(thing, paths.parent)) { node(test, $0) }, P.Value(other))
    case .parentNumberSame(let isEqual, let value):
      return same(isEqual, flatMap(get(thing, paths.parent)) { get($0, paths.number) }, P.Value(value))
    case .grandparentTitleSame(let isEqual, let text):
      let grandparent = flatMapMaybe(get(thing, paths.parent)) { get($0, paths.parent) }
      return same(isEqual, flatMap(grandparent) { get($0, paths.title) }, P.Value(text))
    case .anyChild(let test): return any(get(thing, paths.children)) { node(test, $0) }
    case .allChildren(let test): return all(get(thing, paths.children)) { node(test, $0) }
    case .childOfParent(let test, let other):
      let found = flatMap(get(thing, paths.parent)) { parent in any(get(parent, paths.children)) { node(test, $0) } }
      return coalesce(found, P.Value(other))
    case .noChildren: return isEmpty(get(thing, paths.children))
    case .filteredCount(let test, let operation, let value):
      return order(operation, filteredCount(get(thing, paths.children)) { node(test, $0) }, P.Value(value))
    case .noLabels(let other):
      return coalesce(flatMap(get(thing, paths.labels)) { isEmpty($0) }, P.Value(other))
    case .anyLabel(let text, let other):
      let found = flatMap(get(thing, paths.labels)) { labels in
        any(labels) { same(true, get($0, paths.labelName), P.Value(text)) }
      }
      return coalesce(found, P.Value(other))
    case .isSpecial: return paths.isSpecial(thing)
    case .extraSame(let isEqual, let value): return same(isEqual, paths.extra(thing), P.Value(value))
    case .smallOrder(let operation, let value): return order(operation, get(thing, paths.small), P.Value(value))
    case .titlePattern(let pattern): return matches(get(thing, paths.title), pattern)
    case .titleLocalizedOrder(let text, let result):
      return same(true, localizedOrder(get(thing, paths.title), P.Value(text)), P.Value(result))
    case .noteSameNoteOfParent(let isEqual):
      let parents = flatMapMaybe(get(thing, paths.parent)) { get($0, paths.note) }
      return same(isEqual, get(thing, paths.note), parents)
    case .noteOrTitleBegins(let text):
      return begins(coalesce(get(thing, paths.note), get(thing, paths.title)), P.Value(text))
    case .chosenTitleSame(let test, let isEqual, let text):
      return same(isEqual, choice(node(test, thing), get(thing, paths.title), P.Value("a")), P.Value(text))
    case .dateOrOrder(let operation, let date, let other):
      return order(operation, coalesce(get(thing, paths.maybeDate), P.Value(other)), P.Value(date))
    case .levelIn(let levels): return member(P.Value(levels), get(thing, paths.level))
    case .colorIn(let colors): return member(P.Value(colors), get(thing, paths.color))
    case .codeIn(let codes): return member(P.Value(codes), get(thing, paths.code))
    case .priceProduct(let operation, let factor, let price):
      let product = computed(2, get(thing, paths.price), P.Value(factor))
      return operation < 4
        ? order(operation, product, P.Value(price)) : same(operation == 4, product, P.Value(price))
    }
  }

  // MARK: numbers

  func whole(_ expression: ThingCondition.Whole, _ thing: Node<Thing>) -> Node<Int> {
    switch expression {
    case .number: return get(thing, paths.number)
    case .other: return get(thing, paths.other)
    case .constant(let value): return P.Value(value)
    case .childCount: return count(get(thing, paths.children))
    case .titleCount: return count(get(thing, paths.title))
    case .maybeOr(let other): return coalesce(get(thing, paths.maybe), P.Value(other))
    case .computed(3, let a, let b): return divided(whole(a, thing), whole(b, thing))
    case .computed(4, let a, let b): return remainder(whole(a, thing), whole(b, thing))
    case .computed(let operation, let a, let b): return computed(operation, whole(a, thing), whole(b, thing))
    case .minus(let a): return minus(whole(a, thing))
    case .choice(let test, let a, let b): return choice(node(test, thing), whole(a, thing), whole(b, thing))
    }
  }

  func real(_ expression: ThingCondition.Real, _ thing: Node<Thing>) -> Node<Double> {
    switch expression {
    case .real: return get(thing, paths.real)
    case .constant(let value): return P.Value(value)
    case .maybeOr(let other): return coalesce(get(thing, paths.maybeReal), P.Value(other))
    case .computed(3, let a, let b): return quotient(real(a, thing), real(b, thing))
    case .computed(let operation, let a, let b): return computed(operation, real(a, thing), real(b, thing))
    }
  }
}
