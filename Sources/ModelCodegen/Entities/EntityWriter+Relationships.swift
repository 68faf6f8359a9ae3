import ModelDescription

extension EntityWriter {
  mutating func add(_ relationship: RelationshipDescription) throws {
    reportFacts(of: relationship)
    if context.isInherited(relationship.name, by: entity) {
      report(.inheritance, .note, property: relationship.name, "declared again; the class has it from its parent")
      return
    }
    guard let name = context.swiftName(of: relationship.name, in: entity.name) else {
      report(.transient, .unsaid, property: relationship.name, "SwiftData has no transient relationship; left out")
      return
    }
    let destination = try context.className(of: relationship.destinationEntityName)
    let type = relationship.isToMany ? "[\(destination)]" : destination
    properties.append(
      PropertyDeclaration(
        attributes: relationshipMacro(relationship, swiftName: name).map { [$0] } ?? [], name: name,
        type: relationship.isOptional ? type + "?" : type, initialValue: relationship.isToMany ? "[]" : nil,
        group: .relationship))
  }

  private mutating func relationshipMacro(
    _ relationship: RelationshipDescription, swiftName: String
  ) -> MacroUse? {
    var arguments: [String] = []
    switch relationship.deleteRule {
    case .nullify: break
    case .cascade: arguments.append("deleteRule: .cascade")
    case .deny: arguments.append("deleteRule: .deny")
    case .noAction: arguments.append("deleteRule: .noAction")
    }
    if relationship.minimumCount != 0 { arguments.append("minimumModelCount: \(relationship.minimumCount)") }
    if relationship.isToMany && relationship.maximumCount != 0 {
      arguments.append("maximumModelCount: \(relationship.maximumCount)")
    }
    if let original = originalName(relationship.name, relationship.renamingIdentifier, swiftName) {
      arguments.append("originalName: \(SwiftLiteral.quoted(original))")
    }
    if let path = inverseKeyPath(of: relationship) { arguments.append("inverse: \(path)") }
    if let modifier = relationship.versionHashModifier {
      arguments.append("hashModifier: \(SwiftLiteral.quoted(modifier))")
    }
    return arguments.isEmpty ? nil : MacroUse(name: context.types.macro("Relationship"), arguments: arguments)
  }

  /// The key path of the inverse, on the end that carries it: the first of the two by entity and name.
  ///
  /// One end only, as Xcode writes it: the macro on the other end would have to be expanded to resolve this one, and
  /// Swift reports that as a circular reference.
  private mutating func inverseKeyPath(of relationship: RelationshipDescription) -> String? {
    guard let inverseName = relationship.inverseName else {
      reportMissingInverse(of: relationship)
      return nil
    }
    guard let owner = context.inverses.owner(of: inverseName, from: relationship.destinationEntityName),
      let inverse = context.swiftName(of: inverseName, in: owner)
    else {
      reportMissingInverse(of: relationship)
      return nil
    }
    if owner == entity.name && inverseName == relationship.name {
      report(
        .inverse, .unsaid, property: relationship.name,
        "it is its own inverse, which a key path to itself cannot say (Swift: circular reference)")
      if context.inverses.inferred(for: relationship.name, of: entity.name) != nil {
        reportMissingInverse(of: relationship)
      }
      return nil
    }
    // Both ends must name each other; a one-sided inverse is carried by the end that has it.
    let isMutual =
      context.resolved.entity(named: owner)?.description.relationships
      .first { $0.name == inverseName }?.inverseName == relationship.name
    guard !isMutual || (entity.name, relationship.name) < (owner, inverseName),
      let ownerClass = try? context.className(of: owner)
    else { return nil }
    return "\\\(ownerClass).\(inverse)"
  }

  private mutating func reportMissingInverse(of relationship: RelationshipDescription) {
    if context.inverses.isPaired(relationship.name, of: entity.name) {
      report(
        .inverse, .differs, property: relationship.name,
        "it has no inverse, but another relationship names it as its own; the classes pair the two")
      return
    }
    guard let other = context.inverses.inferred(for: relationship.name, of: entity.name) else {
      report(.inverse, .note, property: relationship.name, "it has no inverse")
      return
    }
    report(
      .inverse, .differs, property: relationship.name,
      "it has no inverse, but SwiftData pairs it with \(other.entity).\(other.name) by itself")
  }
}
