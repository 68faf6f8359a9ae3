/// Fields of real caches that ours differ in, each with the reason; the list may only shrink.
struct ArchiveExceptions {
  /// What file and field begin and end with.
  let file: String
  let field: String
  let reason: String

  struct Place: Hashable, CustomStringConvertible {
    let file: String
    let field: String

    var description: String { "\(file): \(field)" }
  }

  func covers(_ place: Place) -> Bool { place.file.hasPrefix(file) && place.field.hasSuffix(field) }

  static func reason(for place: Place) -> String? { all.first { $0.covers(place) }?.reason }

  private static let foreign = "a default of a class of the app's own; a description holds the types of the model"
  private static let emptyLists = "older frameworks write the lists for entities without indexes too"
  private static let madeInCode = "a model made in code: immutable lists, and messages of its own for failed predicates"

  static let all: [ArchiveExceptions] = [
    .init(file: "SampleModel2_V1", field: "cover.NSDefaultValue", reason: foreign),
    .init(file: "SampleModel2_V2", field: "frontCover.NSDefaultValue", reason: foreign),
    .init(file: "hist__SampleModel2V2", field: "frontCover.NSDefaultValue", reason: foreign),
    .init(file: "mock.store", field: "imageData.NSDefaultValue", reason: foreign),
    .init(file: "SampleModel2_", field: "title.NSValidationPredicates", reason: madeInCode),
    .init(file: "SampleModel2_", field: "title.NSValidationWarnings", reason: madeInCode),
    .init(file: "hist__SampleModel2V2", field: "title.NSValidationPredicates", reason: madeInCode),
    .init(file: "hist__SampleModel2V2", field: "title.NSValidationWarnings", reason: madeInCode),
    .init(file: "SampleModel_V2", field: "Car.byMakerAndNumberPlate.NSIndexElements", reason: madeInCode),
    .init(file: "hist_SampleModelV1", field: "Car.maker_numberPlate.NSIndexElements", reason: madeInCode),
    .init(file: "SampleModel2_", field: "feedbacks.NSFetchRequest", reason: "descriptions hold no sort descriptors"),
    .init(
      file: "hist__SampleModel2V2", field: "feedbacks.NSFetchRequest", reason: "descriptions hold no sort descriptors"),
    .init(
      file: "mock.store", field: "folderType.NSUserInfo", reason: "user info of a description is text, here a list"),
    .init(file: "CoreDataMigration", field: "NSFetchIndexDescriptions", reason: emptyLists),
    .init(file: "CoreDataMigration", field: "NSCompoundIndexes", reason: emptyLists),
    .init(file: "SampleModel_V2", field: "NSFetchIndexDescriptions", reason: emptyLists),
    .init(file: "SampleModel_V2", field: "NSCompoundIndexes", reason: emptyLists),
    .init(file: "hist_SampleModelV", field: "NSFetchIndexDescriptions", reason: emptyLists),
    .init(file: "hist_SampleModelV", field: "NSCompoundIndexes", reason: emptyLists),
    .init(
      file: "CoreDataMigration_Example_1", field: "Post.NSSubentities",
      reason: "a migrated model: nothing for no children"
    ),
    .init(
      file: "CoreDataMigration_Example_1", field: "Post.NSRenamingIdentifier", reason: "a migrated model: mutable text"),
    .init(
      file: "CoreDataMigration_Example_1", field: ".NSVersionIdentifiers", reason: "a migrated model: a mutable set"),
  ]
}
