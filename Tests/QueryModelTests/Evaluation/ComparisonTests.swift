import QueryModel
import Testing

/// Comparisons in memory that have to answer as SQLite answers over the stored value.
@Suite struct ComparisonTests {
  /// SQLite stores NaN as NULL.
  @Test(arguments: [QueryPredicate.ComparisonOperator.equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual])
  func notANumberIsNil(_ operation: QueryPredicate.ComparisonOperator) {
    let nan = QueryConstant.double(.nan)
    for other in [QueryConstant.null, .integer(1), .double(-.infinity), .string("nan")] {
      #expect(nan.compared(operation, with: other) == QueryConstant.null.compared(operation, with: other))
      #expect(other.compared(operation, with: nan) == other.compared(operation, with: .null))
    }
    #expect(nan.compared(operation, with: nan) == QueryConstant.null.compared(operation, with: .null))
    #expect(nan.compared(.equal, with: .null))
    #expect(!nan.compared(.equal, with: .double(0)))
    #expect(!QueryConstant.integer(5).compared(.lessOrEqual, with: nan))
  }
}
