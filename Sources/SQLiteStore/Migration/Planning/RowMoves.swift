internal import ModelDescription
internal import ModelEvolution

/// How a row is called from now on, for tables that name rows by entity number and key.
struct RowMoves: Sendable {
  let numbers: NumberMap
  /// By how much the keys of an entity's rows move up, where they do.
  private let moves: [(number: Int, offset: Int64)]

  init(_ mapping: ModelMapping, _ offsets: KeyOffsets) {
    let pairs = mapping.entities.compactMap { pair in pair.source.map { (source: $0, target: pair.destination) } }
    numbers = NumberMap(pairs.map { ($0.source.number, $0.target.number) })
    moves = pairs.compactMap { pair in
      let offset = offsets.offset(from: pair.source, to: pair.target)
      return offset == 0 ? nil : (pair.source.number, offset)
    }
  }

  /// An expression for the key over one for the entity's number in the source.
  func key(entity: String, key: String) -> String {
    guard !moves.isEmpty else { return key }
    let cases = moves.map { "WHEN \($0.number) THEN \(key.moved(by: $0.offset))" }.joined(separator: " ")
    return "CASE \(entity) \(cases) ELSE \(key) END"
  }
}
