/// The names under which stores register the text tests with their database.
///
/// Each function takes text, pattern and the options' raw value and answers 0 or 1; a NULL text or pattern gives 0.
package enum TextFunction {
  package static let all: [(name: String, operation: QueryPredicate.TextOperator)] =
    [QueryPredicate.TextOperator.contains, .beginsWith, .endsWith, .equal, .like, .matches].map { (name(of: $0), $0) }

  package static func name(of operation: QueryPredicate.TextOperator) -> String {
    switch operation {
    case .contains: "causeway_contains"
    case .beginsWith: "causeway_begins"
    case .endsWith: "causeway_ends"
    case .equal: "causeway_equal"
    case .like: "causeway_like"
    case .matches: "causeway_matches"
    }
  }

  /// Computes a `QueryComputation` by its number, which is the first argument.
  package static let compute = "causeway_compute"

  /// A text or data of its hexadecimal digits, a double of its bits: how long lists travel through JSON.
  package static let text = "causeway_text"
  package static let data = "causeway_data"
  package static let real = "causeway_real"

  /// The key of `TextCollator` for a text: computed once for each row, where a collation compares many times.
  package static let localizedKey = "causeway_key"

  /// The collation that orders by `TextMatching.localizedOrder`.
  package static let localizedCollation = "causeway_localized"
}
