internal import ModelDescription
internal import SQLiteDriver

/// Links of a damaged source to rows that are not there: a new file goes without them.
///
/// They read as nil anyway, and a store that was just made should be sound. Done before there are triggers, which would take
/// it for a change of the rows.
struct DanglingLinks {
  let plan: MigrationPlan
  let source: Connection
  /// A connection whose main database is the new file, with the rows and links in it.
  let target: Connection

  /// - Throws: `MigrationError` when there are more than the source has.
  func clear() throws {
    for place in plan.places {
      guard let query = place.danglingAfter, let clearing = place.clearing, let count = try target.integer(query),
        count > 0
      else { continue }
      let former = try place.dangling(in: source)
      guard count <= former else {
        throw MigrationError(
          .unproven,
          "The migrated copy of \(plan.source.path) was not what it should be: \(count.counted("link")) of"
            + " \(place.relationship) lead nowhere, instead of \(former).",
          advice: "The store is as it was.", path: plan.source.path)
      }
      try target.execute(clearing)
    }
  }
}

extension LinkPlace {
  /// How many links of the source lead to nothing.
  func dangling(in source: Connection) throws -> Int64 {
    try danglingBefore.reduce(0) { try $0 + (source.integer($1) ?? 0) }
  }

  func words(ofDangling count: Int64) -> String {
    count == 1
      ? "1 link of \(relationship) leads nowhere in the source; it is nil in the copy."
      : "\(count) links of \(relationship) lead nowhere in the source; they are nil in the copy."
  }
}
