internal import QueryModel
package import SQLiteDriver

extension Connection {
  /// Makes usable what a store's statements and the file's triggers call: functions and the localized order.
  package func registerStoreFunctions() throws {
    for function in AppleFunctions.all + TextFunctions.all + QueryFunctions.all + ListFunctions.all
      + DerivationFunctions.all
    {
      try register(function)
    }
    try register(collation: TextFunction.localizedCollation, TextMatching.localizedOrder)
  }
}
