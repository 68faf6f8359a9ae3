import ModelDescription

extension EntityWriter {
  mutating func add(_ relationship: RelationshipDescription) throws {
    reportFacts(of: relationship)
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

  /// The key path of the inverse, on the end that carries it.
  ///
  /// One end only, as Xcode writes it: the macro on the other end would have to be expanded to resolve this one, and
  /// Swift reports that as a circular reference.
  private mutating func inverseKeyPath(of relationship: RelationshipDescription) -> String? {
    let place = InverseTable.Place(entity: entity.name, name: relationship.name)
    reportInverse(of: relationship, at: place)
    guard context.inverses.carriesKeyPath(relationship, at: place), let other = context.inverses.partner(of: place),
      let name = context.swiftName(of: other.name, in: other.entity),
      let ownerClass = try? context.className(of: other.entity)
    else { return nil }
    return "\\\(ownerClass).\(name)"
  }

  /// Where the classes pair a relationship otherwise than the model does.
  private mutating func reportInverse(of relationship: RelationshipDescription, at place: InverseTable.Place) {
    let named = context.inverses.namedInverse(of: relationship)
    if let partner = context.inverses.partner(of: place) {
      if named == partner { return }
      report(
        .inverse, .differs, property: relationship.name,
        "\(partner.entity).\(partner.name) names it as its inverse, which it does not name; the classes pair the two")
      return
    }
    if let other = context.inverses.inferred(for: place) {
      report(
        .inverse, .differs, property: relationship.name,
        "SwiftData pairs it with \(other.entity).\(other.name) by itself, as the model does not")
    }
    switch named {
    case place:
      report(
        .inverse, .unsaid, property: relationship.name,
        "it is its own inverse, which a key path to itself cannot say (Swift: circular reference)")
    case let other?:
      report(
        .inverse, .differs, property: relationship.name,
        "its inverse \(other.entity).\(other.name) is that of another relationship; left without")
    case nil:
      report(.inverse, .note, property: relationship.name, "it has no inverse")
    }
  }
}
