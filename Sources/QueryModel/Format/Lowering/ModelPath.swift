package import ModelDescription

/// A format's keys looked up in a model: cut behind each to-many, so that a quantifier can stand there.
package struct ModelPath {
  /// Each path to a to-many, and the entity found there.
  package private(set) var hops: [(names: [String], entity: ResolvedEntity)] = []
  /// What follows the last hop.
  package private(set) var rest: [String] = []
  package private(set) var end: End
  /// The entity of the last object that the keys lead to.
  package private(set) var entity: ResolvedEntity

  package enum End {
    case object
    case attribute(AttributeDescription)
    /// Elements of a composite are still to follow.
    case composite
  }

  package init(_ names: [String], from entity: ResolvedEntity, in model: ResolvedModel, text: String) throws {
    var current = entity
    self.entity = entity
    defer { self.entity = current }
    end = .object
    for name in names {
      switch end {
      case .object: break
      case .composite: break
      case .attribute(let attribute):
        throw QueryError(
          .unknownProperty, "\"\(attribute.name)\" is an attribute, so \"\(name)\" cannot follow it", expression: text,
          entity: current.name)
      }
      rest.append(name)
      // The names of an attribute begin behind the last to-one.
      let path = Array(rest.suffix(from: attributeStart))
      if case .object = end, let relationship = current.toMany(named: name) {
        current = try Self.destination(relationship, in: model, text)
        hops.append((rest, current))
        (rest, attributeStart) = ([], 0)
      } else if let number = current.fieldNumber(ofPath: path) {
        switch current.fields[number].content {
        case .attribute(let attribute): end = .attribute(attribute)
        case .toOne(let relationship):
          current = try Self.destination(relationship, in: model, text)
          attributeStart = rest.count
        }
      } else if current.fields.contains(where: { $0.path.count > path.count && $0.path.starts(with: path) }) {
        end = .composite
      } else {
        throw QueryError(
          .unknownProperty, Self.problem(with: name, of: current, in: model), expression: text, entity: current.name,
          unknownKey: name)
      }
    }
  }

  /// The same path behind hops that another has already gone.
  func behind(_ first: ModelPath) -> ModelPath {
    var result = self
    result.hops = first.hops + hops
    return result
  }

  private var attributeStart = 0

  private static func destination(
    _ relationship: ResolvedRelationship, in model: ResolvedModel, _ text: String
  ) throws -> ResolvedEntity {
    guard let entity = model.entity(numbered: relationship.destinationNumber) else {
      throw QueryError(.unknownProperty, "\"\(relationship.name)\" leads to no entity", expression: text)
    }
    return entity
  }

  private static func problem(with name: String, of entity: ResolvedEntity, in model: ResolvedModel) -> String {
    var next: ResolvedEntity? = entity
    while let current = next {
      if current.description.attributes.contains(where: { $0.name == name && $0.isTransient }) {
        return "\"\(name)\" is transient, so the store knows nothing of it"
      }
      if current.description.fetchedProperties.contains(where: { $0.name == name }) {
        return "\"\(name)\" is a fetched property, which is a fetch of its own"
      }
      next = current.superentityNumber.flatMap(model.entity(numbered:))
    }
    return "there is no stored property \"\(name)\""
  }
}
