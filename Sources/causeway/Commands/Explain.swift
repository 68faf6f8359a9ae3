import ModelFiles

/// `causeway explain`: how a store answers a query.
struct Explain: Command {
  static let name = "explain"
  static let summary =
    "Shows how a store answers a query: the SQL, SQLite's plan, the index that serves or would serve."
  static let discussion = """
    Takes the condition and the order as "inspect" does, and runs nothing but EXPLAIN QUERY PLAN. Where rows are read that
    an index would spare, or sorted that an index has in order, it says on which properties; the proposal is tried
    with SQLite's planner on the store's tables without their rows.

    No file is changed and none is made beside the store.

    Exit status: 0 fine, 1 when the store's own model is broken and another is given, 2 when there is no model to read
    by, when the query cannot be asked, and when the file is no store or is damaged.
    """
  static let example = "causeway explain Library.sqlite --entity Loan --where 'renewals > 1' --sort -dueAt"
  static let arguments: [Argument] =
    [
      .positional("STORE", "the store file"),
      .option("entity", value: "NAME", "the entity that is asked for", isRequired: true),
    ] + RowQuery.arguments + [
      .option("limit", value: "N", "at most N rows; all when not given"),
      .option("model", value: "MODEL", "read by this model, or by another store's, where the store keeps none"),
      .option("version", value: "NAME", "the model version; the one with the store's hashes when not given"),
    ]

  private let path: String
  private let query: RowQuery
  private let model: String?
  private let version: String?
  private let wantsJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    path = try arguments.positional("STORE")
    query = try RowQuery(entity: arguments.requiredOption("entity"), arguments)
    model = arguments.option("model")
    version = arguments.option("version")
    wantsJSON = arguments.wantsJSON
    if model == nil, version != nil {
      throw CommandError("--version names a version of a model; give --model MODEL too")
    }
  }

  func run(_ console: Console) throws -> ExitStatus {
    let bundle = try model.map { try ModelInput.bundle($0) }
    let (inspection, explanation) = try ProgressLine.during("reading the store", console) {
      let inspection = try StoreInspection(path: path, model: bundle, version: version)
      return (inspection, try QueryExplanation(query, of: inspection))
    }
    guard let explanation else {
      let problem = inspection.modelProblem?.words ?? "keeps no model of itself"
      throw CommandError(
        "\(path): a query is asked by a model's names, and the store \(problem); give one with --model MODEL")
    }
    if wantsJSON { console.print(explanation.json) } else { explanation.print(on: console) }
    if case .broken? = inspection.modelProblem { return .findings }
    return .fine
  }
}
