import ModelDescription

extension ModelComparison {
  /// Facts of the entity itself.
  mutating func compareEntity(_ pair: EntityPair) {
    let (theirs, ours) = (pair.store, pair.classes)
    func note(_ kind: PairingDifference.Kind, _ store: String, _ classes: String) {
      differences.append(.init(kind, entity: theirs.name, store: store, classes: classes))
    }
    if theirs.name != ours.name { note(.entityRenamed, "entity \(theirs.name)", "class \(ours.name)") }
    let parent = ours.superentityName.map(storeName(ofEntity:))
    if theirs.superentityName != parent {
      note(
        .parent, theirs.superentityName.map { "parent \($0)" } ?? "no parent",
        ours.superentityName.map { "parent \($0)" } ?? "no parent")
    }
    if theirs.isAbstract != ours.isAbstract {
      note(.abstract, theirs.isAbstract ? "abstract" : "concrete", ours.isAbstract ? "abstract" : "concrete")
    }
    let constraints = ours.uniquenessConstraints.map { names in
      names.map { storeName(ofProperty: $0, entity: ours.name) }
    }
    if Set(theirs.uniquenessConstraints) != Set(constraints) {
      note(.uniqueness, Self.words(theirs.uniquenessConstraints), Self.words(constraints))
    }
    if (theirs.versionHashModifier ?? "") != (ours.versionHashModifier ?? "") {
      note(.hashModifier, Self.modifierWords(theirs.versionHashModifier), Self.modifierWords(ours.versionHashModifier))
    }
  }

  static func modifierWords(_ modifier: String?) -> String {
    modifier.flatMap { $0.isEmpty ? nil : "hash modifier \"\($0)\"" } ?? "no hash modifier"
  }

  private static func words(_ constraints: [[String]]) -> String {
    constraints.isEmpty
      ? "no uniqueness constraint"
      : "unique " + constraints.map { "(\($0.joined(separator: ", ")))" }.sorted().joined(separator: ", ")
  }
}
