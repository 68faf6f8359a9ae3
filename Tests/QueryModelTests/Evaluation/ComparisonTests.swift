import Foundation
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
    let date = QueryConstant.date(Date(timeIntervalSinceReferenceDate: .nan))
    #expect(date.compared(operation, with: .null) == nan.compared(operation, with: .null))
    #expect(date.compared(operation, with: .double(1)) == nan.compared(operation, with: .double(1)))
  }

  /// A double in between would round to the even one of two neighbours first.
  @Test func wholeNumbersAreRoundedToAFloatOnce() {
    #expect(QueryNumber.integer(1 << 60 | 1 << 36 | 1).float == 0x1.000002p60)
    #expect(QueryNumber.real(0.1).float == Double(Float(0.1)))
  }
}
