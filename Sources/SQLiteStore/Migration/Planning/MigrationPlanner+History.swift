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
    let present = Set((source.schema.columns(of: HistoryTable.change.name) ?? []))
    return (0..<target.tombstoneColumns.count).map { number in
      let name = HistoryTable.tombstoneColumn(number)
      let cases = pairs.compactMap { pair -> String? in
        guard let row = mapping.entity(numbered: pair.target.number),
          let column = target.tombstones(pair.target).first(where: { $0.name == name }),
          let field = row.fields[column.fieldNumber].attribute?.sourceField,
          let former = source.layout.tombstones(pair.source).first(where: { $0.fieldNumber == field }),
          present.contains(former.name)
        else { return nil }
        return "WHEN \(pair.source.number) THEN \(former.name)"
      }
      return cases.isEmpty ? "NULL" : "CASE \(HistoryTable.entityColumn) \(cases.joined(separator: " ")) END"
    }
  }
}
