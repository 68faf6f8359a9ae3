package import ModelDescription

/// The model of a set of classes with what no class can say and a store's own model does: a migration to the classes keeps
/// it, since their silence takes nothing back.
///
/// The order of members, the derivation of attributes, abstract entities, bounds of values, read-only properties, fetched
/// properties, fetch templates and what modellers noted; and entities that no class stands for and none needs, whose rows
/// stay. All but the last three shape rows or are in a hash, so that such a store then fits the classes and opens.
package struct UnsaidFacts: Sendable {
  /// The classes' model with what was kept.
  package private(set) var model: ResolvedModel
  /// What was kept, a line each.
  package private(set) var kept: [String] = []
  /// What could not be, a line each with the reason.
  package private(set) var lost: [String] = []

  private var description: ModelDescription
  private let mapping: ModelMapping

  /// - Parameters:
  ///   - classes: the model of the classes.
  ///   - store: the model that the store has.
  ///   - entities: those of the store that stay though no class stands for them.
  package init(_ classes: ResolvedModel, from store: ResolvedModel, entities: Set<String> = []) {
    model = classes
    description = classes.description
    mapping = ModelMapping.inferred(from: store, to: classes)
    for entity in store.description.entities where entities.contains(entity.name) {
      guard description.entity(named: entity.name) == nil else { continue }
      description.entities.append(entity)
      kept.append("\(entity.name), for which there is no class")
    }
    for pair in mapping.entities { if let former = pair.source { keep(pair, former) } }
    keepTemplates(of: store.description)
    guard description != classes.description else { return }
    do {
      model = try ResolvedModel(description)
    } catch {
      // An entity that stays may lead to one that has another name or another shape now.
      lost += kept.map { "\($0): \(error)" }
      kept = []
    }
  }

  private mutating func keep(_ pair: EntityMapping, _ former: ResolvedEntity) {
    guard let index = description.entities.firstIndex(where: { $0.name == pair.destination.name }) else { return }
    let (name, old) = (pair.destination.name, former.description)
    var entity = description.entities[index]
    if old.isAbstract, !entity.isAbstract {
      entity.isAbstract = true
      kept.append("\(name): abstract")
    }
    if entity.userInfo.isEmpty { entity.userInfo = old.userInfo }
    for property in old.fetchedProperties where entity.fetchedProperties.isEmpty || !has(property.name, in: entity) {
      keep(property, of: name, &entity)
    }
    for (field, mapping) in zip(pair.destination.fields, pair.fields) {
      guard field.declaringEntityNumber == pair.destination.number, field.path.count == 1 else { continue }
      switch mapping {
      case .attribute(let attribute):
        guard let number = attribute.sourceField, former.fields[number].path.count == 1,
          let was = former.fields[number].attribute,
          let place = entity.attributes.firstIndex(where: { $0.name == field.name })
        else { continue }
        keep(was, &entity.attributes[place], of: pair)
      case .toOne(let relationship): keep(relationship, of: name, &entity)
      }
    }
    for toMany in pair.toManys where toMany.destination.declaringEntityNumber == pair.destination.number {
      keep(toMany, of: name, &entity)
    }
    description.entities[index] = entity
  }

  private func has(_ name: String, in entity: EntityDescription) -> Bool {
    entity.attributes.contains { $0.name == name } || entity.relationships.contains { $0.name == name }
      || entity.fetchedProperties.contains { $0.name == name }
  }

  // MARK: properties

  private mutating func keep(_ was: AttributeDescription, _ now: inout AttributeDescription, of pair: EntityMapping) {
    let place = "\(pair.destination.name).\(now.name)"
    if was.isReadOnly, !now.isReadOnly {
      now.isReadOnly = true
      kept.append("\(place): read-only")
    }
    if now.userInfo.isEmpty { now.userInfo = was.userInfo }
    let isSame = was.type == now.type
    if !was.validation.isEmpty, now.validation.isEmpty {
      if isSame {
        now.validation = was.validation
        kept.append("\(place): \(was.validation.words)")
      } else {
        lost.append("\(place): \(was.validation.words), which was said of a value of type \(was.type.words)")
      }
    }
    if let derivation = was.derivation, now.derivation == nil {
      let words = "derived from \(derivation.expression)"
      if !isSame {
        lost.append("\(place): \(words), which was said of a value of type \(was.type.words)")
      } else if let name = renamed(in: derivation, pair) {
        lost.append("\(place): \(words), where \(name) is not called so any more")
      } else {
        now.derivation = derivation
        kept.append("\(place): \(words)")
      }
    }
  }

  /// A name in an expression that the entity's properties do not have any more.
  private func renamed(in derivation: DerivationDescription, _ pair: EntityMapping) -> String? {
    let text = derivation.expression + " " + (derivation.filter ?? "")
    let words = Set(text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
    let now = Set(
      pair.destination.fields.compactMap(\.path.first) + pair.destination.toManys.map(\.name))
    let before = Set((pair.source?.fields.compactMap(\.path.first) ?? []) + (pair.source?.toManys.map(\.name) ?? []))
    return words.intersection(before).subtracting(now).min()
  }

  private mutating func keep(_ mapping: RelationshipMapping, of name: String, _ entity: inout EntityDescription) {
    guard let was = mapping.source?.description,
      let place = entity.relationships.firstIndex(where: { $0.name == mapping.destination.name })
    else { return }
    if mapping.changes.contains(.unordered) {
      entity.relationships[place].isOrdered = true
      kept.append("\(name).\(mapping.destination.name): ordered")
    }
    if was.isReadOnly, !entity.relationships[place].isReadOnly {
      entity.relationships[place].isReadOnly = true
      kept.append("\(name).\(mapping.destination.name): read-only")
    }
    if entity.relationships[place].userInfo.isEmpty { entity.relationships[place].userInfo = was.userInfo }
  }

  // MARK: requests

  private mutating func keep(
    _ property: FetchedPropertyDescription, of name: String, _ entity: inout EntityDescription
  ) {
    guard !has(property.name, in: entity) else { return }
    if let target = property.request?.entityName, description.entity(named: target) == nil {
      lost.append("\(name).\(property.name): a fetched property of \(target), which there is no class for")
      return
    }
    entity.fetchedProperties.append(property)
    kept.append("\(name).\(property.name): a fetched property")
  }

  private mutating func keepTemplates(of store: ModelDescription) {
    for template in store.fetchTemplates where !description.fetchTemplates.contains(where: { $0.name == template.name })
    {
      if description.entity(named: template.entityName) == nil {
        lost.append("\(template.name): a fetch request of \(template.entityName), which there is no class for")
      } else {
        description.fetchTemplates.append(template)
        kept.append("\(template.name): a fetch request")
      }
    }
  }
}
