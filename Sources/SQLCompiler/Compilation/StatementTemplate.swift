import QueryModel

/// A statement for all requests of one shape.
struct StatementTemplate: Sendable {
  let sql: String
  /// What its columns mean; nothing of a count.
  let columns: CompiledFetch.Shape?
  private let sources: [Source]

  private enum Source {
    case value(SQLValue)
    case constant(Int)
    case successor(Int)
    case likePrefix(Int)
    case likeSuccessor(Int)
    case limit, offset
  }

  /// - Parameter constants: those of the request that the statement was made for; equal ones are bound alike.
  init(_ statement: LoweredStatement, constants: FetchShape.Constants) {
    sql = statement.sql
    columns = statement.columns
    sources = statement.bindings.map { binding in
      switch binding.origin {
      case .form: .value(binding.value)
      case .limit: .limit
      case .offset: .offset
      case .constant(let constant): constants.position(of: constant).map { .constant($0) } ?? .value(binding.value)
      case .successor(let constant): constants.position(of: constant).map { .successor($0) } ?? .value(binding.value)
      case .likePrefix(let constant):
        constants.position(of: constant).map { .likePrefix($0) } ?? .value(binding.value)
      case .likeSuccessor(let constant):
        constants.position(of: constant).map { .likeSuccessor($0) } ?? .value(binding.value)
      }
    }
  }

  /// The values for another request of the shape.
  func bindings(_ request: FetchRequest, _ constants: FetchShape.Constants) -> [SQLValue] {
    sources.map { source in
      switch source {
      case .value(let value): value
      case .constant(let position): SQLValue(constants.values[position]) ?? .null
      case .successor(let position): SQLValue.successor(of: constants.values[position]) ?? .null
      case .likePrefix(let position): SQLValue.likePrefix(of: constants.values[position]).map { .text($0) } ?? .null
      case .likeSuccessor(let position):
        SQLValue.likePrefix(of: constants.values[position]).flatMap { SQLValue.successor(of: .string($0)) } ?? .null
      case .limit: .integer(FetchLowering.rows(request))
      case .offset: .integer(FetchLowering.skipped(request))
      }
    }
  }
}

/// A statement as one lowering gives it.
struct LoweredStatement {
  let sql: String
  let bindings: [SQLBinding]
  let columns: CompiledFetch.Shape?
}
