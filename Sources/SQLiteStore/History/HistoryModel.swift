package import ModelDescription
internal import QueryModel
internal import SQLCompiler
package import StoreContract

/// Transactions and changes as entities of a small model, so that history is queried as rows are.
///
/// Their properties have the names that Core Data's history requests use for them.
package enum HistoryModel {
  /// The entity that predicates and orders of a history fetch are about, and its model.
  package static func entity(
    of subject: HistoryFetch.Subject
  ) throws -> (model: ResolvedModel, entity: ResolvedEntity) {
    let model = try resolved.get()
    guard let entity = model.entity(named: name(of: subject)) else {
      throw StoreError(.unsupported, "History has no \(subject.rawValue).")
    }
    return (model, entity)
  }

  /// The text that stands for a changed object in `changedObjectID`; it sorts as entity and key do.
  package static func changedObject(entity: Int, key: Int64) -> String {
    func padded(_ number: String, to width: Int) -> String {
      String(repeating: "0", count: max(0, width - number.count)) + number
    }
    return padded("\(entity)", to: HistoryTable.entityWidth) + "/" + padded("\(key)", to: HistoryTable.keyWidth)
  }

  /// Compiles over tables that the statement itself makes: their columns have the properties' names.
  static func compile(_ fetch: HistoryFetch) throws -> CompiledFetch {
    var request = FetchRequest(
      entity: try entity(of: fetch.subject).entity.number, predicate: fetch.predicate, sorts: fetch.sorts,
      limit: fetch.limit, offset: fetch.offset)
    // Only the keys are wanted.
    request.fields = []
    return try compiler.get().compile(request)
  }

  // MARK: the model

  private static func name(of subject: HistoryFetch.Subject) -> String {
    switch subject {
    case .transactions: "Transaction"
    case .changes: "Change"
    }
  }

  private static let resolved = Result {
    try ResolvedModel(
      ModelDescription(entities: [
        EntityDescription(
          name: name(of: .transactions),
          attributes: attributes([
            ("author", .string), ("bundleID", .string), ("contextName", .string), ("processID", .string),
            ("storeID", .string), ("timestamp", .date), ("transactionNumber", .integer64),
          ])),
        EntityDescription(
          name: name(of: .changes),
          attributes: attributes([
            ("changeID", .integer64), ("changeType", .integer64), ("changedEntity", .integer64),
            ("changedObjectID", .string),
          ])),
      ]))
  }

  private static func attributes(_ list: [(String, AttributeType)]) -> [AttributeDescription] {
    list.map { AttributeDescription(name: $0, type: $1, isOptional: true) }
  }

  private static let compiler = Result {
    let model = try resolved.get()
    return QueryCompiler(
      model: model,
      mappings: model.entities.map { entity in
        TableMapping(
          table: HistoryTable.queried, keyColumn: "key", entityColumn: "entity", versionColumn: "version",
          columns: entity.fields.map { TableMapping.Column(name: $0.name) }, toManys: [:])
      })
  }
}
