import ModelDescription
import StoreContract

extension StoreLayout {
  /// Compares the numbers that a file gives its entities with the model's, since every row states its entity's number.
  ///
  /// A renamed sub-entity may keep its old name: in-place migrations change numbers and not names (StoreFormat.md section
  /// 3, SampleModel_V2 of CoreDataPlus).
  ///
  /// - Throws: `StoreError` that names the first entity that is numbered otherwise.
  func checkNumbers(_ rows: [PrimaryKeyRow], path: String) throws {
    func refuse(_ what: String, _ entity: String) -> StoreError {
      StoreError(
        .modelDiffers, "The store \(path) numbers its entities otherwise than the model: \(what).",
        advice: "Open it with the model that it was made with.", entity: entity, path: path)
    }
    let names = Set(model.entities.map(\.name))
    for entity in model.entities {
      let found = rows.filter { $0.entityNumber == entity.number }
      guard let row = found.first else {
        throw refuse("Z_PRIMARYKEY has no number \(entity.number), which is \(entity.name) in the model", entity.name)
      }
      let keptItsName = !entity.isRoot && !names.contains(row.name)
      guard row.name == entity.name || keptItsName else {
        throw refuse(
          "number \(entity.number) is \(row.name) in Z_PRIMARYKEY and \(entity.name) in the model", entity.name)
      }
      let parent = entity.superentityNumber ?? 0
      guard row.superentityNumber == parent else {
        throw refuse(
          "the parent of \(entity.name) is number \(row.superentityNumber) in Z_PRIMARYKEY and \(parent) in the model",
          entity.name)
      }
    }
    if let row = rows.first(where: { $0.entityNumber > model.entities.count }) {
      throw refuse("number \(row.entityNumber) is \(row.name) in Z_PRIMARYKEY and nothing in the model", row.name)
    }
  }
}
