internal import ModelDescription
internal import ModelEvolution

extension MigrationPlanner {
  /// Changes keep their meaning: numbers and keys of the destination, and bits for its properties.
  func historyTransfer() -> HistoryTable.ChangeTransfer {
    let pairs = mapping.entities.compactMap { pair in
      pair.source.map { (source: $0, target: pair.destination) }
    }
    let moves = RowMoves(mapping, offsets)
    return HistoryTable.ChangeTransfer(
      entity: moves.numbers.expression(HistoryTable.entityColumn, isComplete: true),
      key: moves.key(entity: HistoryTable.entityColumn, key: HistoryTable.keyColumn),
      columns: hasOtherSlots
        ? "\(MigrationFunctions.historyColumns)(\(HistoryTable.entityColumn), \(HistoryTable.changedColumns))"
        : HistoryTable.changedColumns,
      tombstones: tombstones(pairs), entities: moves.numbers.pairs.map(\.source).sorted())
  }

  /// Whether the bits of some entity stand for other properties than before.
  var hasOtherSlots: Bool {
    mapping.entities.contains { pair in
      guard let map = HistorySlotMap(pair, source: source.layout, target: target) else { return false }
      return !map.isIdentity
    }
  }

  private func tombstones(_ pairs: [(source: ResolvedEntity, target: ResolvedEntity)]) -> [String] {
    (0..<target.tombstoneColumns.count).map { number in
      let cases = tombstoneSources(HistoryTable.tombstoneColumn(number), pairs).map { source in
        "WHEN \(source.entity) THEN \(source.column)"
      }
      return cases.isEmpty ? "NULL" : "CASE \(HistoryTable.entityColumn) \(cases.joined(separator: " ")) END"
    }
  }

  /// Where the values of a column for deleted rows are in the source: by the source's number of the entity.
  private func tombstoneSources(
    _ name: String, _ pairs: [(source: ResolvedEntity, target: ResolvedEntity)]
  ) -> [(entity: Int, column: String)] {
    let present = Set((source.schema.columns(of: HistoryTable.change.name) ?? []))
    return pairs.compactMap { pair in
      guard let row = mapping.entity(numbered: pair.target.number),
        let column = target.tombstones(pair.target).first(where: { $0.name == name }),
        let field = row.fields[column.fieldNumber].attribute?.sourceField,
        let former = source.layout.tombstones(pair.source).first(where: { $0.fieldNumber == field }),
        present.contains(former.name)
      else { return nil }
      return (pair.source.number, former.name)
    }
  }

  /// Each entity's values of deleted rows stay in the column that they are in.
  ///
  /// - Parameter former: how many such columns the source has.
  func keepsTombstones(_ former: Int) -> Bool {
    let pairs = mapping.entities.compactMap { pair in
      pair.source.map { (source: $0, target: pair.destination) }
    }
    return (0..<target.tombstoneColumns.count).allSatisfy { number in
      let name = HistoryTable.tombstoneColumn(number)
      let sources = tombstoneSources(name, pairs)
      return number >= former ? sources.isEmpty : sources.allSatisfy { $0.column == name }
    }
  }
}
