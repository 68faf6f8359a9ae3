/// `causeway inspect`: what a store holds.
struct Inspect: Command {
  static let name = "inspect"
  static let summary = "Shows what a store file holds: versions, hashes, entities, row counts, history tables."
  static let discussion = """
    Reads the model that the store keeps of itself. Without one, lists the tables and their columns.
    No file is changed and none is made beside the store, not even while another process writes it.

    Exit status: 0 when the model could be read, 1 when only tables could be listed, 2 when the file is no store.
    """
  static let example = "causeway inspect Library.sqlite"
  static let arguments: [Argument] = [.positional("STORE", "the store file")]

  private let path: String
  private let wantsJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    path = try arguments.positional("STORE")
    wantsJSON = arguments.wantsJSON
  }

  func run(_ console: Console) throws -> ExitStatus {
    let inspection = try StoreInspection(path: path)
    if wantsJSON { console.print(inspection.json) } else { inspection.print(on: console) }
    return inspection.modelProblem == nil ? .fine : .findings
  }
}
