import ModelDescription

/// Names of entities that no generated module can have.
enum UnusableNames {
  /// Why a class of this name does not compile, if it does not.
  ///
  /// Modules: a class of the name hides the module from `SwiftData.Schema` and the like in what `@Model` expands to.
  /// `KeyPath` stands there without its module (Apple's expansion).
  private static func reason(_ name: String) -> String? {
    switch name {
    case "Foundation", "Observation", "Swift", "SwiftData":
      "a class of this name hides the module \(name), which the expansion of @Model names"
    case "KeyPath": "a class of this name hides Swift's KeyPath, which the expansion of @Model names"
    default: nil
    }
  }

  static func check(_ model: ModelDescription) throws {
    for entity in model.entities {
      guard let reason = reason(entity.name) else { continue }
      throw ModelError(
        "\(reason); SwiftData cannot have it, and a class called otherwise would not pair",
        entity: entity.name)
    }
  }
}
