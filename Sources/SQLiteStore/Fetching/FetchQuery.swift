internal import QueryModel
internal import SQLCompiler
internal import SQLiteDriver
internal import StoreContract

/// A fetch as SQL text and parameters. Its columns are those of an entity's plan.
struct FetchQuery {
  let sql: String
  private let bindings: [SQLValue]

  init(_ request: FetchRequest, schema: StoreSchema) throws {
    let compiled = try Self.translating { try schema.compiler.compile(request) }
    (sql, bindings) = (compiled.sql, compiled.bindings)
  }

  init(counting request: FetchRequest, schema: StoreSchema) throws {
    let compiled = try Self.translating { try schema.compiler.compileCount(request) }
    (sql, bindings) = (compiled.sql, compiled.bindings)
  }

  func bind(to statement: Statement) throws { try statement.bind(bindings) }

  private static func translating<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as QueryError {
      throw StoreError(.unsupported, "The store cannot answer this fetch: \(error).")
    }
  }
}
