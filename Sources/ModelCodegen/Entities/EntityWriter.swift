import ModelDescription

/// Writes the class of one entity and collects what it cannot say.
struct EntityWriter {
  let context: ModelContext
  let entity: EntityDescription
  var findings: [Finding] = []
  var properties: [PropertyDeclaration] = []

  init(_ entity: EntityDescription, context: ModelContext) {
    self.entity = entity
    self.context = context
  }

  /// The class, and its entity's findings in `findings`.
  mutating func declaration() throws -> TypeDeclaration {
    reportEntity()
    for attribute in entity.attributes { try add(attribute) }
    for relationship in entity.relationships { try add(relationship) }
    reportFetchedProperties()

    let name = try context.className(of: entity.name)
    let hasSubentities = context.resolved.entity(named: entity.name)?.hasSubentities ?? false
    return TypeDeclaration(
      attributes: (context.availability.reasons[entity.name] == nil ? [] : [SystemAvailability.macro])
        + [MacroUse(name: context.types.macro("Model"))], keyword: hasSubentities ? "class" : "final class",
      name: name, inheritance: try entity.superentityName.map { [try context.className(of: $0)] } ?? [],
      expansions: [uniqueExpansion(name), indexExpansion(name)].compactMap { $0 }, properties: properties,
      initializer: try initializer())
  }

  mutating func report(
    _ topic: Finding.Topic, _ effect: Finding.Effect, property: String? = nil, _ message: String
  ) {
    findings.append(
      Finding(entityName: entity.name, propertyName: property, topic: topic, effect: effect, message: message))
  }

  /// Required properties, inherited ones first, each level in the model's order.
  private func initializer() throws -> InitializerDeclaration {
    var inherited: [InitializerDeclaration.Parameter] = []
    for ancestor in context.ancestors(of: entity) {
      var writer = EntityWriter(ancestor, context: context)
      for attribute in ancestor.attributes { try writer.add(attribute) }
      for relationship in ancestor.relationships { try writer.add(relationship) }
      inherited += Self.required(writer.properties)
    }
    return InitializerDeclaration(
      inherited: inherited, own: Self.required(properties), callsSuper: entity.superentityName != nil)
  }

  private static func required(_ properties: [PropertyDeclaration]) -> [InitializerDeclaration.Parameter] {
    properties.filter { $0.initialValue == nil && !$0.type.hasSuffix("?") }
      .map { .init(name: $0.name, type: $0.type) }
  }
}
