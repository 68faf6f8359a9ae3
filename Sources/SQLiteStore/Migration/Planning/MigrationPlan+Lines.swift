internal import ModelDescription
internal import ModelEvolution

extension MigrationPlan {
  /// The plan as `--explain` prints it.
  package var lines: [String] {
    var lines: [String] = []
    switch mode {
    case .inPlace:
      lines.append("In place, in one transaction: only tables, columns and indexes are added.")
      lines += reasons.isEmpty ? ["  nothing but the metadata changes"] : reasons.map { "  \($0)" }
    case .copy where reasons.isEmpty:
      lines.append("On a copy. In place it would be one transaction that only adds tables, columns and indexes.")
    case .copy:
      lines.append("On a copy beside the store, which then takes its place with one rename, since")
      lines += reasons.map { "  \($0)" }
    }
    lines += mapping.entities.flatMap(lines(of:))
    lines += mapping.removedEntities.map { "\($0.name): not in the new model, its rows are dropped" }
    lines += notes
    return lines
  }

  private func lines(of pair: EntityMapping) -> [String] {
    let name = pair.destination.name
    guard let former = pair.source else { return ["\(name): new"] }
    let title = former.name == name ? name : "\(name) (was \(former.name))"
    guard pair.change == .transformed else { return ["\(title): as it is"] }
    var lines = ["\(title): \(source.rows(former).counted("row"))"]
    for (number, field) in pair.fields.enumerated() {
      let property = pair.destination.fields[number].name
      switch field {
      case .attribute(let attribute):
        lines += words(attribute, property, former).map { "  \(property): \($0)" }
      case .toOne(let relationship): lines += Self.words(relationship).map { "  \(property): \($0)" }
      }
    }
    for toMany in pair.toManys { lines += Self.words(toMany).map { "  \(toMany.destination.name): \($0)" } }
    lines += pair.removedProperties.map { "  \($0): not in the new model" }
    for lack in lacks where lack.entity.number == pair.destination.number && !lack.isOptional {
      let fill =
        lack.fill.map { fill in
          switch fill.origin {
          case .declared: "the default \(fill.value) where there is no value"
          case .initialiser: "the initialiser's default \(fill.value) where there is no value"
          case .zero: "\(fill.value) where there is no value"
          }
        } ?? "must have a value, and nothing says which"
      lines.append("  \(lack.property): \(fill)")
    }
    return lines
  }

  private func words(_ attribute: AttributeMapping, _ property: String, _ former: ResolvedEntity) -> [String] {
    guard let field = attribute.sourceField else { return [attribute.fill == .derived ? "computed anew" : "new"] }
    let name = former.fields[field].name
    var words = name == property ? [] : ["was \(name)"]
    switch attribute.conversion {
    case .none: break
    case .widening: words.append("wider")
    case .gainsExternalStorage: words.append("may be kept in files from now on")
    case .losesExternalStorage: words.append("kept in its row from now on")
    }
    return words.isEmpty ? [] : [words.joined(separator: ", ")]
  }

  private static func words(_ relationship: RelationshipMapping) -> [String] {
    guard !relationship.changes.isEmpty else { return [] }
    let words = relationship.changes.map { change in
      switch change {
      case .added: "new"
      case .renamed: "was \(relationship.source?.name ?? "")"
      case .toOneToToMany: "to-one becomes to-many"
      case .toManyToToOne: "to-many becomes to-one, and keeps the first"
      case .ordered: "ordered from now on"
      case .unordered: "no longer ordered"
      case .destination: "leads to \(relationship.destination.description.destinationEntityName)"
      case .inverse: "another inverse"
      case .optional: "optional from now on"
      case .mandatory: "mandatory from now on"
      }
    }
    return [words.sorted().joined(separator: ", ")]
  }
}
