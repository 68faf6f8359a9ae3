import ModelDescription

/// Writes composites as `Codable` structs, nested ones as structs of their own.
struct CompositeWriter {
  let context: ModelContext
  let entityName: String
  let propertyName: String
  var findings: [Finding] = []
  private(set) var declarations: [TypeDeclaration] = []

  init(entity: String, property: String, context: ModelContext) {
    self.entityName = entity
    self.propertyName = property
    self.context = context
  }

  mutating func add(_ elements: [AttributeDescription], as name: String) throws {
    var properties: [PropertyDeclaration] = []
    for element in elements {
      guard let type = try type(of: element, in: name) else {
        report(
          .composite, .leftOut, "its element \(element.name) has a type that a Codable struct cannot hold; left out")
        continue
      }
      guard let escaped = SwiftIdentifier.escaped(element.name), !["Type", "Protocol", "self"].contains(element.name)
      else {
        throw ModelError(
          "the composite's element \(element.name) cannot be written in Swift", entity: entityName,
          property: propertyName)
      }
      reportFacts(of: element)
      let value = element.defaultValue.flatMap {
        context.literals.expression($0, of: element.type, isOptional: element.isOptional)
      }
      if value == nil && element.defaultValue != nil {
        report(.defaultValue, .unsaid, "the default of its element \(element.name) cannot be written in Swift")
      }
      properties.append(
        PropertyDeclaration(name: escaped, type: element.isOptional ? type + "?" : type, initialValue: value))
    }
    guard let escaped = SwiftIdentifier.escaped(name) else {
      throw ModelError("the composite's name cannot be written in Swift", entity: entityName, property: propertyName)
    }
    declarations.append(
      TypeDeclaration(keyword: "struct", name: escaped, inheritance: ["Codable", "Hashable"], properties: properties))
  }

  private mutating func type(of element: AttributeDescription, in parent: String) throws -> String? {
    guard element.type == .composite else { return context.types.type(of: element.type) }
    guard !element.elements.isEmpty else { return nil }
    let name = parent + element.name.prefix(1).uppercased() + element.name.dropFirst()
    try add(element.elements, as: name)
    return SwiftIdentifier.escaped(name)
  }

  mutating func report(_ topic: Finding.Topic, _ effect: Finding.Effect, _ message: String) {
    findings.append(
      Finding(entityName: entityName, propertyName: propertyName, topic: topic, effect: effect, message: message))
  }
}
