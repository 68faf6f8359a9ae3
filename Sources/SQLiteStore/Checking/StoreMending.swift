internal import ModelDescription
internal import SQLiteDriver
internal import StoreContract

/// Carries out what a store's damages say mends them, until nothing is left that can be mended.
///
/// A repair can bring another damage to light (a deleted row leaves keys dangling), so the file is examined again after
/// each round.
struct StoreMending {
  let connection: Connection
  let path: String
  let model: ResolvedModel

  /// More rounds than the longest chain of owners that any model was seen to have.
  private static let roundLimit = 100

  func run() throws -> SQLiteStore.Mended {
    var mended: [StoreDamage] = []
    var files: [String] = []
    let data = ExternalData(storePath: path)
    let examination = StoreExamination(connection: connection, path: path, model: model, externalData: data)
    let left = try connection.transaction(.immediate) {
      for _ in 0..<Self.roundLimit {
        let found = try examination.damages()
        // Files go last, and only once: the database must be true first. Indexes need rows that are unique.
        let possible = found.filter { $0.mending.isPossible && $0.kind != .unreferencedFile }
        let rows = possible.filter { $0.kind != .missingIndex && $0.kind != .integrity }
        let next = rows.isEmpty ? possible : rows
        guard !next.isEmpty else {
          for damage in found {
            guard case .removeFiles(let names)? = damage.mending.repair else { continue }
            mended.append(damage)
            files += names
          }
          return found.filter { !$0.mending.isPossible }
        }
        for damage in next { try carryOut(damage) }
        mended += next
      }
      throw StoreError(
        .damaged, "The store \(path) shows new damage after \(Self.roundLimit) rounds of mending.", path: path)
    }
    files.forEach(data.remove(file:))
    return SQLiteStore.Mended(mended: mended, left: left)
  }

  private func carryOut(_ damage: StoreDamage) throws {
    switch damage.mending.repair {
    case .statements(let statements)?:
      for statement in statements { try connection.execute(statement) }
    case .entityNumbers?:
      let layout = try StoreLayout(model).reconciled(with: StoreFile(connection, path: path).schema())
      try NumberChecks(layout: layout, connection: connection, path: path).rewrite()
    case .removeFiles?, nil: break
    }
  }
}
