import Foundation
import ModelDescription
import QueryModel

/// Which rows of an entity a verb is asked for.
struct RowQuery {
  var entity: String
  /// A predicate format.
  var condition: String?
  /// Key paths, each behind a `-` where it descends.
  var sorts: [String] = []
  var limit: Int?

  static let arguments: [Argument] = [
    .option("where", value: "FORMAT", "only rows that satisfy a predicate format, such as 'pageCount > 300'"),
    .list("sort", value: "KEY", "sort by a key or key path; -KEY descends; several by commas"),
  ]

  init(entity: String, condition: String? = nil, sorts: [String] = [], limit: Int? = nil) {
    (self.entity, self.condition, self.sorts, self.limit) = (entity, condition, sorts, limit)
  }

  init(entity: String, _ arguments: ParsedArguments) throws {
    self.entity = entity
    condition = arguments.option("where")
    sorts = arguments.list("sort").flatMap {
      $0.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmingCharacters(in: .whitespaces) }
    }
    limit = try arguments.integer("limit", in: 0...Int.max)
    if let empty = sorts.first(where: { $0.isEmpty || $0 == "-" }) {
      throw CommandError("--sort takes keys such as title or -author.name, not \"\(empty)\"")
    }
  }

  /// - Throws: `FormatError` or `QueryError`; `naming` makes one line of it.
  func request(for entity: ResolvedEntity, in model: ResolvedModel) throws -> FetchRequest {
    let predicate = try condition.map { format in
      try FormatLowering(model: model, entity: entity, named: { Self.object(named: $0, in: model) })
        .predicate(PredicateFormat.predicate(format))
    }
    return FetchRequest(
      entity: entity.number, predicate: predicate, sorts: try sorts.map { try Self.sort($0, entity, model) },
      limit: limit)
  }

  private static func sort(_ text: String, _ entity: ResolvedEntity, _ model: ResolvedModel) throws -> QuerySort {
    let isAscending = !text.hasPrefix("-")
    let keys = (isAscending ? text : String(text.dropFirst())).components(separatedBy: ".")
    let path = try ModelPath(keys, from: entity, in: model, text: text)
    guard path.hops.isEmpty else {
      throw QueryError(.unsupported, "a to-many has no order", expression: text, entity: entity.name)
    }
    guard case .attribute = path.end else {
      throw QueryError(
        .unsupported, "it has no order of its own; sort by one of its properties", expression: text,
        entity: entity.name)
    }
    return QuerySort(path: path.rest, isAscending: isAscending)
  }

  /// `Book/p3`, as rows are printed, and the URLs of Core Data's object ids that end so.
  private static func object(named text: String, in model: ResolvedModel) -> QueryConstant? {
    let parts = text.split(separator: "/")
    guard parts.count == 2 || text.hasPrefix("x-coredata://"), let name = parts.dropLast().last,
      let entity = model.entity(named: String(name)), let last = parts.last, last.first == "p",
      let key = Int64(last.dropFirst()), key > 0
    else { return nil }
    return .object(entity: entity.number, key: key)
  }

  /// Makes one line of what is wrong with a condition or a sort key, with the names that are near an unknown one.
  static func naming<Result>(_ path: String, _ model: ResolvedModel, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as QueryError {
      var error = error
      if let key = error.unknownKey, let entity = error.entityName.flatMap(model.entity(named:)) {
        let names = entity.fields.map { $0.path[0] } + entity.toManys.map(\.name)
        var seen: Set<String> = []
        error.message += NearestName.choice(for: key, among: names.filter { seen.insert($0).inserted })
      }
      throw CommandError("\(path): \(error)".replacing("?.", with: "?"))
    } catch let error as FormatError {
      throw CommandError("\(error)")
    }
  }
}
