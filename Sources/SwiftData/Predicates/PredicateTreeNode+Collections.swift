import Foundation
import QueryModel

extension PredicateNode.SequenceMinimum: PredicateTreeNode {
  func tree() -> PredicateTree { .function(.minimum, [PredicateTree(elements)]) }
}
extension PredicateNode.SequenceMaximum: PredicateTreeNode {
  func tree() -> PredicateTree { .function(.maximum, [PredicateTree(elements)]) }
}
extension PredicateNode.DictionaryKeySubscript: PredicateTreeNode {
  func tree() -> PredicateTree { .function(.entry, [PredicateTree(wrapped), PredicateTree(key)]) }
}
extension PredicateNode.DictionaryKeyDefaultValueSubscript: PredicateTreeNode {
  func tree() -> PredicateTree {
    .coalesce(.function(.entry, [PredicateTree(wrapped), PredicateTree(key)]), PredicateTree(self.default))
  }
}
extension PredicateNode.CollectionRangeSubscript: PredicateTreeNode {
  func tree() -> PredicateTree {
    switch PredicateTree(range) {
    case .range(let lower, let upper, isClosed: false):
      return .function(.slice, [PredicateTree(wrapped), lower, upper])
    case .value(let value as Swift.Range<Int>):
      return .function(.slice, [PredicateTree(wrapped), .value(value.lowerBound), .value(value.upperBound)])
    default: return .unknown("a subscript with \(Range.Output.self)")
    }
  }
}
extension PredicateNode.StringContainsRegex: PredicateTreeNode {
  func tree() -> PredicateTree {
    guard case .value(let component?) = PredicateTree(regex), let component = component as? any RegexComponent,
      let pattern = Self.pattern(component)
    else { return .unknown("contains(_:) of a regular expression that has no literal") }
    return .test(.containsPattern, [PredicateTree(subject), .value(pattern)])
  }

  private static func pattern(_ component: any RegexComponent) -> String? {
    if let known = component as? PredicateNode.PredicateRegex { return known.stringRepresentation }
    func open(_ component: some RegexComponent) -> String? {
      PredicateNode.PredicateRegex(component)?.stringRepresentation
    }
    return open(component)
  }
}
