package import ModelDescription
import SQLCompiler

extension StoreLayout {
  /// The entities of persistent history; their rows join `Z_PRIMARYKEY` with the first save.
  package static let historyPrimaryKeyRows = HistoryTable.allCases.map {
    PrimaryKeyRow(entityNumber: $0.rawValue, name: $0.entityName, superentityNumber: 0)
  }

  /// The meaning of each bit of `ZCOLUMNS` for rows of an entity, first bit first.
  ///
  /// The order of the last group, the to-manys, is that of `PropertyOrder` and not certain for every model.
  package func historySlots(_ entity: ResolvedEntity) -> [HistorySlot] {
    var slots: [HistorySlot] = []
    for (number, field) in entity.fields.enumerated() where field.toOne != nil {
      slots.append(.field(number))
      if column(of: field)?.entityColumn != nil { slots.append(.entity(ofField: number)) }
    }
    var ancestry: [Int] = []
    var next: Int? = entity.number
    while let number = next {
      ancestry.insert(number, at: 0)
      next = model.entity(numbered: number)?.superentityNumber
    }
    for number in ancestry {
      slots += hiddenColumns(ofDestination: number).map { .hidden(column: $0) }
    }
    for (number, field) in entity.fields.enumerated() where field.toOne == nil {
      slots.append(.field(number))
    }
    slots += PropertyOrder.toManys(of: entity).map { .toMany($0.name) }
    return slots
  }

  /// The tombstone columns that a deleted row of an entity fills.
  ///
  /// Numbered over the model in entity order, attributes by name; no store at hand shows such a column.
  package func tombstones(_ entity: ResolvedEntity) -> [TombstoneColumn] {
    entity.fields.enumerated().compactMap { number, field in
      let key = PropertyKey(entityNumber: field.declaringEntityNumber, path: field.path)
      return tombstoneColumns[key].map { TombstoneColumn(name: $0, fieldNumber: number) }
    }
  }

  static func tombstoneColumns(_ model: ResolvedModel) -> [PropertyKey: String] {
    var columns: [PropertyKey: String] = [:]
    for entity in model.entities {
      for field in entity.fields where field.declaringEntityNumber == entity.number {
        // A composite's parts are kept as its own flag says.
        let whole = entity.description.attributes.first { $0.name == field.path.first }
        guard let attribute = field.attribute, !attribute.allowsExternalStorage,
          attribute.preservesValueOnDeletion || whole?.preservesValueOnDeletion == true
        else { continue }
        columns[PropertyKey(entityNumber: entity.number, path: field.path)] = HistoryTable.tombstoneColumn(
          columns.count)
      }
    }
    return columns
  }

  /// The tables of persistent history and their indexes.
  package var historyStatements: [String] {
    HistoryTable.creationStatements(tombstones: tombstoneColumns.count)
  }
}
