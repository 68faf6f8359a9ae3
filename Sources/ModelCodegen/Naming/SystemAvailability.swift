import ModelDescription

/// Which classes can be used only from the systems on whose SwiftData knows class inheritance.
///
/// Apple's published interface: 26.0 added inheritance of `@Model` classes. A stored property cannot be less
/// available than its class, so a class with a relationship to such a class is bound to those systems too.
struct SystemAvailability {
  /// Why, by entity.
  private(set) var reasons: [String: Reason] = [:]

  enum Reason: Hashable {
    case inherits(from: String)
    case refers(to: String)
  }

  static let macro = MacroUse(
    name: "@available", arguments: ["iOS 26", "macOS 26", "tvOS 26", "visionOS 26", "watchOS 26", "*"])

  init(_ model: ModelDescription) {
    for entity in model.entities {
      if let parent = entity.superentityName { reasons[entity.name] = .inherits(from: parent) }
    }
    var isGrowing = true
    while isGrowing {
      isGrowing = false
      for entity in model.entities where reasons[entity.name] == nil {
        let late = entity.relationships.filter { !$0.isTransient && reasons[$0.destinationEntityName] != nil }
        guard let destination = late.map(\.destinationEntityName).min() else { continue }
        reasons[entity.name] = .refers(to: destination)
        isGrowing = true
      }
    }
  }
}
