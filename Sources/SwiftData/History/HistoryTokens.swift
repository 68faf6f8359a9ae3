import Foundation

/// The constants of a predicate that are tokens, and on which side of them it looks.
///
/// A token whose following transactions were deleted has to be refused, and what a lower bound rules out need not be read.
protocol HistoryTokenUse {
  var lowerBounds: [DefaultHistoryToken] { get }
}

private typealias TokenValue = PredicateExpressions.Value<DefaultHistoryToken>

extension PredicateExpressions.Conjunction: HistoryTokenUse {
  var lowerBounds: [DefaultHistoryToken] {
    ((lhs as? any HistoryTokenUse)?.lowerBounds ?? []) + ((rhs as? any HistoryTokenUse)?.lowerBounds ?? [])
  }
}

extension PredicateExpressions.Comparison: HistoryTokenUse {
  var lowerBounds: [DefaultHistoryToken] {
    switch op {
    case .greaterThan, .greaterThanOrEqual: (rhs as? TokenValue).map { [$0.value] } ?? []
    case .lessThan, .lessThanOrEqual: (lhs as? TokenValue).map { [$0.value] } ?? []
    @unknown default: []
    }
  }
}
