import Foundation
import SwiftData
import TestKit

/// A condition on a label: another root, from which things are many.
indirect enum LabelCondition: Sendable {
  case and(LabelCondition, LabelCondition)
  case or(LabelCondition, LabelCondition)
  case not(LabelCondition)
  case nameSame(Bool, String)
  case nameLocalized(String)
  case anyThing(ThingCondition)
  case allThings(ThingCondition)
  case noThings
  case filteredCount(ThingCondition, Int, Int)
}

extension ThingPools {
  mutating func labelCondition(depth: Int) -> LabelCondition {
    if depth > 0, pick(2) == 0 {
      switch pick(3) {
      case 0: return .and(labelCondition(depth: depth - 1), labelCondition(depth: depth - 1))
      case 1: return .or(labelCondition(depth: depth - 1), labelCondition(depth: depth - 1))
      default: return .not(labelCondition(depth: depth - 1))
      }
    }
    switch pick(8) {
    case 0: return .nameSame(pick(2) == 0, one(Self.texts))
    case 1: return .nameLocalized(one(Self.texts))
    case 2, 3: return .anyThing(condition(depth: depth))
    case 4, 5: return .allThings(condition(depth: depth))
    case 6: return .noThings
    default: return .filteredCount(condition(depth: depth), pick(4), pick(3))
    }
  }
}

extension ThingPredicate {
  func labelPredicate(_ condition: LabelCondition) -> Foundation.Predicate<Label> {
    Foundation.Predicate<Label>({ labelNode(condition, $0) })
  }

  private func labelNode(_ condition: LabelCondition, _ label: Node<Label>) -> Node<Bool> {
    let things = get(label, paths.labelThings)
    switch condition {
    case .and(let a, let b): return both(labelNode(a, label), labelNode(b, label))
    case .or(let a, let b): return either(labelNode(a, label), labelNode(b, label))
    case .not(let a): return not(labelNode(a, label))
    case .nameSame(let isEqual, let text): return same(isEqual, get(label, paths.labelName), P.Value(text))
    case .nameLocalized(let text): return localized(get(label, paths.labelName), P.Value(text))
    case .anyThing(let test): return any(things) { node(test, $0) }
    case .allThings(let test): return all(things) { node(test, $0) }
    case .noThings: return isEmpty(things)
    case .filteredCount(let test, let operation, let count):
      return order(operation, filteredCount(things) { node(test, $0) }, P.Value(count))
    }
  }
}

extension ThingWorld {
  func foundation(_ condition: LabelCondition) throws -> Answer {
    let predicate = ThingPredicate<Things.PlainThing, Things.PlainLabel>.plain.labelPredicate(condition)
    return .rows(try plainLabels.indices.filter { try predicate.evaluate(plainLabels[$0]) })
  }

  func memory(_ condition: LabelCondition) -> Answer {
    memory(ThingPredicate<Things.Thing, Things.Label>.models.labelPredicate(condition), among: labels)
  }

  func store(_ condition: LabelCondition) -> Answer {
    store(ThingPredicate<Things.Thing, Things.Label>.models.labelPredicate(condition), among: labels)
  }
}
