import Foundation

extension ThingPools {
  mutating func condition(depth: Int) -> ThingCondition {
    if depth > 0, pick(2) == 0 {
      switch pick(12) {
      case 0, 1: return .and(condition(depth: depth - 1), condition(depth: depth - 1))
      case 2, 3: return .or(condition(depth: depth - 1), condition(depth: depth - 1))
      case 4, 5: return .not(condition(depth: depth - 1))
      case 6: return .choice(condition(depth: 0), condition(depth: depth - 1), condition(depth: depth - 1))
      case 7: return .parent(condition(depth: depth - 1), or: pick(2) == 0)
      case 8: return .anyChild(condition(depth: depth - 1))
      case 9: return .allChildren(condition(depth: depth - 1))
      case 10: return .childOfParent(condition(depth: depth - 1), or: pick(2) == 0)
      default: return .filteredCount(condition(depth: depth - 1), pick(4), pick(3))
      }
    }
    let isEqual = pick(2) == 0
    switch pick(57) {
    case 0: return .constant(isEqual)
    case 1: return .flag
    case 2: return .maybeFlag(equals: maybe([true, false]))
    case 3: return .maybeFlagOr(isEqual)
    case 4, 5, 6: return .order(pick(4), whole(depth: 2), whole(depth: 1))
    case 7, 8: return .same(isEqual, whole(depth: 2), whole(depth: 1))
    case 9: return .maybeSame(isEqual, pick(3) == 0 ? nil : number())
    case 10: return .maybeSameMaybeOfParent(isEqual)
    case 11, 12: return .realOrder(pick(4), real(depth: 2), real(depth: 1))
    case 13: return .realSame(isEqual, real(depth: 2), real(depth: 1))
    case 14: return .maybeReal(isEqual, maybe(Self.reals + [.nan]))
    case 15: return .singleOrder(pick(4), one(Self.singles))
    case 16: return .titleSame(isEqual, one(Self.texts))
    case 17: return .titleOrder(pick(4), one(Self.texts))
    case 18: return .noteSame(isEqual, maybe(Self.texts))
    case 19: return .titleContains(one(Self.texts))
    case 20: return .titleBegins(one(Self.texts))
    case 21: return .titleLocalized(one(Self.texts))
    case 22: return .titleEmpty
    case 23: return .titleIgnoringCase(one(Self.texts))
    case 24: return .noteContains(one(Self.texts), or: isEqual)
    case 25: return .dateOrder(pick(4), one(Self.dates))
    case 26: return .maybeDateSame(isEqual, maybe(Self.dates))
    case 27: return .codeSame(isEqual, one(Self.codes))
    case 28: return .maybeCodeSame(isEqual, maybe(Self.codes))
    case 29: return .bytesSame(isEqual, one(Self.bytes))
    case 30: return .priceOrder(pick(4), one(Self.prices))
    case 31: return .priceSame(isEqual, one(Self.prices))
    case 32: return .linkSame(isEqual, maybe(Self.links))
    case 33: return .levelSame(isEqual, one(Things.Level.allCases))
    case 34: return .rawLevelOrder(pick(4), pick(9) - 1)
    case 35: return .colorSame(isEqual, maybe(Things.Color.allCases))
    case 36: return .numberIn((0..<pick(4)).map { _ in number() })
    case 37: return .maybeIn((0..<pick(4)).map { _ in pick(3) == 0 ? nil : number() })
    case 38: return .titleIn((0..<pick(4)).map { _ in one(Self.texts) })
    case 39:
      let lower = pick(5) - 2
      return .inRange(lower, lower + pick(4), closed: isEqual)
    case 40: return .noParent(isEqual)
    case 41:
      return isEqual
        ? .parentNumberSame(pick(2) == 0, pick(3) == 0 ? nil : number())
        : .grandparentTitleSame(pick(2) == 0, maybe(Self.texts))
    case 42: return .noChildren
    case 43: return isEqual ? .noLabels(or: pick(2) == 0) : .anyLabel(one(Self.texts), or: pick(2) == 0)
    case 44: return .isSpecial
    case 45: return .smallOrder(pick(4), Int16(pick(5)) - 2)
    case 46, 47: return .titlePattern(one(Self.patterns))
    case 48: return .titleLocalizedOrder(one(Self.texts), one([.orderedAscending, .orderedSame, .orderedDescending]))
    case 49: return .noteSameNoteOfParent(isEqual)
    case 50: return .noteOrTitleBegins(one(Self.texts))
    case 51: return .chosenTitleSame(condition(depth: 0), isEqual, one(Self.texts))
    case 52: return .dateOrOrder(pick(4), one(Self.dates), or: one(Self.dates))
    case 53: return .levelIn((0..<pick(3)).map { _ in one(Things.Level.allCases) })
    case 54:
      return isEqual
        ? .colorIn((0..<pick(3)).map { _ in maybe(Things.Color.allCases) })
        : .codeIn((0..<pick(3)).map { _ in one(Self.codes) })
    case 55: return .priceProduct(pick(6), one(Self.factors), one(Self.prices + Self.products))
    default: return .extraSame(isEqual, pick(3) == 0 ? nil : number())
    }
  }

  private mutating func whole(depth: Int) -> ThingCondition.Whole {
    if depth > 0, pick(2) == 0 {
      switch pick(4) {
      case 0, 1: return .computed(pick(5), whole(depth: depth - 1), whole(depth: depth - 1))
      case 2: return .minus(whole(depth: depth - 1))
      default: return .choice(condition(depth: 0), whole(depth: depth - 1), whole(depth: depth - 1))
      }
    }
    switch pick(7) {
    case 0, 1: return .number
    case 2: return .other
    case 3: return .childCount
    case 4: return .titleCount
    case 5: return .maybeOr(number())
    default: return .constant(number())
    }
  }

  private mutating func real(depth: Int) -> ThingCondition.Real {
    if depth > 0, pick(2) == 0 { return .computed(pick(4), real(depth: depth - 1), real(depth: depth - 1)) }
    switch pick(3) {
    case 0: return .real
    case 1: return .maybeOr(one(Self.reals))
    default: return .constant(one(Self.reals + [.nan]))
    }
  }
}
