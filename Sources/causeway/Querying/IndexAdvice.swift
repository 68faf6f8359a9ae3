import ModelDescription
import QueryModel
import SQLCompiler
import SQLiteDriver
import SQLiteStore

/// An index that SQLite's planner would use for a query for which none serves.
struct IndexAdvice {
  /// Names of the properties, in the index's order.
  let properties: [String]
  let columns: [String]

  /// Tries the columns that the condition and the order name on an empty copy of the store's tables.
  init?(
    _ request: FetchRequest, of entity: ResolvedEntity, _ compiled: CompiledFetch, _ plan: QueryPlan,
    layout: StoreLayout, connection: Connection
  ) throws {
    guard let table = layout.mapping(ofEntity: entity.number)?.table else { return nil }
    let copy = try Connection(path: ":memory:", mode: .memory)
    try copy.registerStoreFunctions()
    for object in try connection.schema() where object.type == "table" || object.type == "index" {
      guard let sql = object.sql, !object.name.lowercased().hasPrefix("sqlite_") else { continue }
      // A virtual table whose module is not there takes no part in fetches.
      try? copy.execute(sql)
    }
    let terms = Terms(request, of: entity)
    for fields in terms.candidates {
      let columns = fields.compactMap { layout.column(of: entity.fields[$0])?.name }
      guard columns.count == fields.count else { continue }
      let list = columns.map(\.asIdentifier).joined(separator: ", ")
      try copy.execute("CREATE INDEX \(Self.name) ON \(table.asIdentifier) (\(list))")
      let tried = try QueryPlan(compiled, copy)
      try copy.execute("DROP INDEX \(Self.name)")
      guard tried.access == .indexes([Self.name]) || (tried.access == .ordered(Self.name) && !tried.sortsRows) else {
        continue
      }
      // What sorts less or reads less is better; an index that only another would replace is none.
      if plan.isServed && tried.sortsRows { continue }
      (properties, self.columns) = (fields.map { entity.fields[$0].name }, columns)
      return
    }
    return nil
  }

  private static let name = "CAUSEWAY_TRIED"

  /// Fields of the fetched entity by what an index can do with them.
  private struct Terms {
    var equal: [Int] = []
    var ranges: [Int] = []
    var order: [Int] = []
    private let entity: ResolvedEntity

    init(_ request: FetchRequest, of entity: ResolvedEntity) {
      self.entity = entity
      if let predicate = request.predicate { collect(predicate) }
      let fields = request.sorts.map { entity.fieldNumber(ofPath: $0.path) }
      let isOneWay = Set(request.sorts.map(\.isAscending)).count == 1
      if isOneWay, request.sorts.allSatisfy({ $0.order == .natural }) { order = fields.compactMap(\.self) }
      if order.count != fields.count { order = [] }
    }

    /// Longest first: what serves condition and order, the condition alone, one column of it.
    var candidates: [[Int]] {
      var lists = order.isEmpty ? [] : [equal + order.filter { !equal.contains($0) }]
      lists += [equal + ranges.prefix(1), equal, Array(ranges.prefix(1)), order]
      lists += (equal + ranges).map { [$0] }
      var seen: Set<[Int]> = []
      return lists.filter { !$0.isEmpty && seen.insert($0).inserted }
    }

    private mutating func collect(_ predicate: QueryPredicate) {
      switch predicate {
      case .and(let parts): for part in parts { collect(part) }
      case .comparison(let operation, let left, let right):
        guard let field = field(left, beside: right) ?? field(right, beside: left) else { return }
        switch operation {
        case .equal: add(field, to: \.equal)
        case .notEqual: break
        case .less, .lessOrEqual, .greater, .greaterOrEqual: add(field, to: \.ranges)
        }
      case .membership(let element, _): if let field = field(element) { add(field, to: \.equal) }
      case .truth(let expression): if let field = field(expression) { add(field, to: \.equal) }
      case .text(.beginsWith, let text, .constant, []): if let field = field(text) { add(field, to: \.ranges) }
      case .text(.like, let text, .constant(.string(let pattern)), []) where !TextMatching.likePrefix(pattern).isEmpty:
        if let field = field(text) { add(field, to: \.ranges) }
      case .text(.equal, let text, .constant, []): if let field = field(text) { add(field, to: \.equal) }
      default: break
      }
    }

    private mutating func add(_ field: Int, to list: WritableKeyPath<Terms, [Int]>) {
      if !equal.contains(field), !ranges.contains(field) { self[keyPath: list].append(field) }
    }

    private func field(_ expression: QueryExpression, beside other: QueryExpression) -> Int? {
      if case .constant = other { field(expression) } else { nil }
    }

    private func field(_ expression: QueryExpression) -> Int? {
      guard case .path(.root, let names) = expression else { return nil }
      return entity.fieldNumber(ofPath: names)
    }
  }
}
