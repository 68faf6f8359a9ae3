import ModelDescription
import QueryModel
import SQLCompiler
import SQLiteDriver
import SQLiteStore

/// A query as SQL, SQLite's plan for it, and what that says about indexes.
struct QueryExplanation {
  let path: String
  let entity: ResolvedEntity
  let request: FetchRequest
  let compiled: CompiledFetch
  let plan: QueryPlan
  /// The index that would serve where none does.
  let advice: IndexAdvice?

  /// Asks for the plan; `nil` without a model.
  ///
  /// - Throws: `CommandError` that names what the model does not have, or what the store cannot be asked.
  init?(_ query: RowQuery, of inspection: StoreInspection) throws {
    guard let layout = inspection.layout, let entity = try inspection.entity(named: query.entity) else { return nil }
    path = inspection.path
    self.entity = entity
    (request, compiled) = try RowQuery.naming(path, layout.model) {
      let request = try query.request(for: entity, in: layout.model)
      return (request, try QueryCompiler(layout).compile(request))
    }
    plan = try QueryPlan(compiled, inspection.connection)
    advice =
      plan.isServed && !plan.sortsRows
      ? nil
      : try IndexAdvice(request, of: entity, compiled, plan, layout: layout, connection: inspection.connection)
  }

  /// What the plan means, in one or two sentences.
  var verdict: String {
    let name = entity.name
    var words: String
    switch plan.access {
    case .key: words = "Rows of \(name) are found by their primary key."
    case .indexes(let names):
      words =
        "Rows of \(name) are found through the \(names.count == 1 ? "index" : "indexes")"
        + " \(names.joined(separator: ", "))."
    case .ordered(let index) where plan.sorting == .equals:
      words =
        "The index \(index) gives the first part of the order; every row of \(name) is read until enough are found."
    case .ordered(let index):
      words = "The index \(index) gives the order; every row of \(name) is read until enough are found."
    case .scan where request.predicate == nil: words = "Every row of \(name) is asked for."
    case .scan: words = "No index serves: every row of \(name) is read."
    }
    switch plan.sorting {
    case .nothing: break
    case .equals: words += " Rows that it holds equal are then sorted."
    case .all: words += " What is found is then sorted."
    }
    for table in plan.automatic { words += " SQLite makes an index for \(table) each time." }
    return words
  }
}
