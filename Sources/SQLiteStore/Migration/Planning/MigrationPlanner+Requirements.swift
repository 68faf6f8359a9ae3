internal import ModelDescription
internal import ModelEvolution
internal import SQLCompiler

extension MigrationPlanner {
  /// What must have a value in the end and may not have one: new and newly required properties.
  mutating func addRequirements() {
    for pair in mapping.entities where pair.source != nil && !pair.destination.description.isAbstract {
      guard let place = target.mapping(ofEntity: pair.destination.number) else { continue }
      for (number, field) in pair.fields.enumerated() {
        let mayLack =
          switch field {
          case .attribute(let attribute): attribute.fill == .missing
          case .toOne(let relationship): relationship.mayLackValue
          }
        guard mayLack else { continue }
        requirements.append(
          MandatoryRequirement(
            entityName: pair.destination.name, property: pair.destination.fields[number].name,
            count: "SELECT count(*) FROM \(place.table.quoted) WHERE \(place.entityColumn.quoted) ="
              + " \(pair.destination.number) AND \(place.columns[number].name.quoted) IS NULL"))
      }
    }
  }

  /// What has no place in the destination, with queries that count it.
  func losses() -> [MigrationLoss] {
    var losses: [MigrationLoss] = []
    for entity in mapping.removedEntities where source.rows(entity) > 0 {
      losses.append(
        MigrationLoss(
          noun: "row", what: "of \(entity.name), which is not in the new model", count: "SELECT \(source.rows(entity))")
      )
    }
    for pair in mapping.entities {
      guard let former = pair.source, source.rows(former) > 0,
        let place = source.layout.mapping(ofEntity: former.number)
      else { continue }
      for toMany in pair.toManys {
        guard toMany.changes.contains(.unordered), let source = toMany.source,
          toMany.destination.declaringEntityNumber == pair.destination.number,
          let links = LinkSource(source, in: self.source, schema: MigrationSchema.source)
        else { continue }
        losses.append(
          MigrationLoss(
            noun: "place", what: "in the order of \(label(toMany.destination))",
            count: "SELECT count(*) FROM (\(links.pairs))")
        )
      }
      for name in pair.removedProperties {
        if let toMany = former.toMany(named: name) {
          addLostLinks(of: toMany, from: former, to: &losses)
          continue
        }
        for (number, field) in former.fields.enumerated() where field.name == name || field.path.first == name {
          if let toOne = field.toOne {
            addLostLinks(of: toOne, from: former, to: &losses)
          } else if field.attribute?.derivation == nil {
            losses.append(
              MigrationLoss(
                noun: "value", what: "of \(former.name).\(field.name), which is not in the new model",
                count: "SELECT count(\(place.columns[number].name.quoted)) FROM"
                  + " \(MigrationSchema.source).\(place.table.quoted) WHERE \(place.entityColumn.quoted) = \(former.number)"
              ))
          }
        }
      }
    }
    return losses
  }

  private func addLostLinks(
    of relationship: ResolvedRelationship, from entity: ResolvedEntity, to losses: inout [MigrationLoss]
  ) {
    guard !usedRelationships.contains(LinkPlanner.End(relationship)),
      relationship.declaringEntityNumber == entity.number,
      let links = LinkSource(relationship, in: source, schema: MigrationSchema.source)
    else { return }
    // Of two that are each other's inverse one speaks for both.
    if let inverse = self.links.inverse(of: relationship, in: source.model),
      LinkPlanner.End(inverse) < LinkPlanner.End(relationship)
    {
      return
    }
    losses.append(
      MigrationLoss(
        noun: "link", what: "of \(entity.name).\(relationship.name), which is not in the new model",
        count: "SELECT count(*) FROM (\(links.pairs))"))
  }

  /// What people should know that no count shows.
  func notes() -> [String] {
    var notes: [String] = []
    for entity in mapping.entities {
      for toMany in entity.toManys
      where toMany.destination.declaringEntityNumber == entity.destination.number && toMany.source != nil {
        let name = label(toMany.destination)
        if toMany.changes.contains(.ordered) {
          notes.append("The members of \(name) are numbered in the order of their keys.")
        }
        if toMany.changes.contains(.unordered) { notes.append("The order of \(name) is not kept.") }
      }
    }
    return notes + target.omissions
  }
}
