import ModelFiles

/// `causeway inspect`: what a store holds.
struct Inspect: Command {
  static let name = "inspect"
  static let summary = "Shows what a store holds: who wrote it, hashes, entities, row counts, history; or decoded rows."
  static let discussion = """
    Reads the model that the store keeps of itself. Where it keeps none that can be read, --model gives one; without
    that, tables are listed with their columns.

    --entity prints rows by property name: dates in ISO 8601, decimals, UUIDs, enums and composites by their values,
    to-ones as object ids (Author/p3), data by its size. Rows of subentities are among them, with the entity's own
    properties. --where takes a predicate format as NSPredicate(format:) does, over the entity's keys and key paths;
    an object is named by its id, as in author == 'Author/p3'. Text is compared and sorted by its bytes, [cd] ignores
    case and diacritics. What a store cannot be asked is refused with the part that is to blame.

    --history prints the saves that the store's history tells, oldest first: number, time, author, context and process,
    then each changed object with the properties that were changed, or the values that a deleted one left. --since N
    begins after the save of that number, --since DATE after a moment.

    No file is changed and none is made beside the store, not even while another process writes it.

    Exit status: 0 fine, 1 when the store's own model is broken or there is no model to read by, 2 when the file is no
    store or is damaged.
    """
  static let example = "causeway inspect Library.sqlite --entity Loan --where 'renewals > 1' --sort -dueAt"
  static let arguments: [Argument] =
    [
      .positional("STORE", "the store file"),
      .option("entity", value: "NAME", "print the rows of this entity"),
    ] + RowQuery.arguments + [
      .option("limit", value: "N", "print at most N rows; all when not given"),
      .flag("history", "print the saves that the store's history tells"),
      .option("since", value: "N|DATE", "with --history: only saves after that number, or after that moment"),
      .flag("redact", "hide values; object ids, sizes and what is empty stay"),
      .option("model", value: "MODEL", "read by this model, or by another store's, where the store keeps none"),
      .option("version", value: "NAME", "the model version; the one with the store's hashes when not given"),
    ]

  private let path: String
  private let query: RowQuery?
  private let wantsHistory: Bool
  private let since: StoreHistory.Since?
  private let redacts: Bool
  private let model: String?
  private let version: String?
  private let wantsJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    path = try arguments.positional("STORE")
    query = try arguments.option("entity").map { try RowQuery(entity: $0, arguments) }
    wantsHistory = arguments.hasFlag("history")
    since = try arguments.option("since").map { try StoreHistory.Since($0) }
    redacts = arguments.hasFlag("redact")
    model = arguments.option("model")
    version = arguments.option("version")
    wantsJSON = arguments.wantsJSON
    let options =
      ["where", "limit"].filter { arguments.option($0) != nil }
      + (arguments.list("sort").isEmpty ? [] : ["sort"]) + (redacts && !wantsHistory ? ["redact"] : [])
    if query == nil, let option = options.first {
      throw CommandError("--\(option) is for rows; give --entity NAME too")
    }
    if wantsHistory, query != nil { throw CommandError("--history and --entity are two questions; give one of them") }
    if since != nil, !wantsHistory { throw CommandError("--since is for history; give --history too") }
    if model == nil, version != nil {
      throw CommandError("--version names a version of a model; give --model MODEL too")
    }
  }

  func run(_ console: Console) throws -> ExitStatus {
    let bundle = try model.map { try ModelInput.bundle($0) }
    let inspection = try ProgressLine.during("reading the store", console) {
      try StoreInspection(path: path, model: bundle, version: version)
    }
    if let bundle, case .file(_, let name) = inspection.modelSource {
      ModelInput.warn(of: bundle, versions: [name], console)
    }
    if wantsHistory { return try printHistory(of: inspection, on: console) }
    if let rows = try query.flatMap({ try inspection.rows($0) }) {
      try print(rows, of: inspection, on: console)
    } else {
      if wantsJSON { console.print(inspection.json(rows: nil)) } else { inspection.print(on: console) }
    }
    if case .broken? = inspection.modelProblem { return .findings }
    return inspection.modelSource == .none ? .findings : .fine
  }

  private func printHistory(of inspection: StoreInspection, on console: Console) throws -> ExitStatus {
    guard let (model, numbers) = inspection.namedModel else {
      throw CommandError("\(path): history is told by a model's names, and there is none; give one with --model MODEL")
    }
    let history = try StoreHistory(path: path, model: model, numbers: numbers, since: since, redacts: redacts)
    if wantsJSON {
      console.print(inspection.json(rows: nil, history: history?.json ?? .null))
    } else if let history {
      history.print(on: console)
    } else {
      console.print("The store keeps no history.")
    }
    if case .broken? = inspection.modelProblem { return .findings }
    return .fine
  }

  private func print(_ rows: EntityRows, of inspection: StoreInspection, on console: Console) throws {
    let progress = ProgressLine("reading rows", console: console)
    defer { progress.finish() }
    var documents: [JSONValue] = []
    var count = 0
    try rows.forEach { row in
      let row = redacts ? row.redacted : row
      // A line of progress and a row would stand on one line of a terminal.
      if wantsJSON { documents.append(StoreInspection.json(row)) } else { inspection.print(row, on: console) }
      count += 1
      if wantsJSON { progress.update(count) }
    }
    progress.finish()
    if wantsJSON { return console.print(inspection.json(rows: documents)) }
    if count == 0 {
      console.print("No rows of \(query?.entity ?? "")\(query?.condition == nil ? "" : " that satisfy the condition").")
    }
    if case .broken? = inspection.modelProblem { console.note("note: model \(inspection.modelWords)") }
  }
}
