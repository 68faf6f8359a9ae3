import ModelDescription

extension EntityWriter {
  mutating func add(_ attribute: AttributeDescription) throws {
    reportFacts(of: attribute)
    guard let name = context.swiftName(of: attribute.name, in: entity.name),
      let type = type(of: attribute)
    else {
      leaveOut(attribute)
      return
    }
    properties.append(
      PropertyDeclaration(
        attributes: attributeMacro(attribute, swiftName: name).map { [$0] } ?? [], name: name,
        type: attribute.isOptional ? type + "?" : type, initialValue: initialValue(of: attribute)))
  }

  private mutating func leaveOut(_ attribute: AttributeDescription) {
    let effect: Finding.Effect = attribute.isTransient ? .unsaid : .leftOut
    switch attribute.type {
    case .objectID:
      report(.objectID, effect, property: attribute.name, "SwiftData has no attribute of object ids; left out")
    case .composite:
      report(.composite, effect, property: attribute.name, "the composite has no elements; left out")
    default:
      report(.undefinedType, effect, property: attribute.name, "an attribute without a type; left out")
    }
  }

  /// The type without its optional, or `nil` when SwiftData has none for it.
  private mutating func type(of attribute: AttributeDescription) -> String? {
    switch attribute.type {
    case .transformable:
      guard let className = attribute.valueClassName, !className.isEmpty else {
        return context.types.system("NSObject")
      }
      if let known = context.types.transformableType(className) { return known }
      report(
        .transformable, .note, property: attribute.name,
        "its class \(className) is not one of Foundation's; declared as NSObject, so that the file compiles everywhere")
      return context.types.system("NSObject")
    case .composite:
      guard !attribute.elements.isEmpty else { return nil }
      return context.composites[ModelContext.key(of: attribute, in: entity.name)].flatMap(SwiftIdentifier.escaped)
    default: return context.types.type(of: attribute.type)
    }
  }

  private mutating func initialValue(of attribute: AttributeDescription) -> String? {
    if let value = attribute.defaultValue {
      let expression = context.literals.expression(value, of: attribute.type, isOptional: attribute.isOptional)
      if let expression { return expression }
      report(.defaultValue, .unsaid, property: attribute.name, "its default cannot be written as a Swift expression")
    }
    // Only the store computes it, so no caller of init should have to give one.
    if attribute.derivation != nil && !attribute.isOptional {
      return context.literals.placeholder(of: attribute.type)
    }
    return nil
  }

  private mutating func attributeMacro(_ attribute: AttributeDescription, swiftName: String) -> MacroUse? {
    var arguments: [String] = []
    if attribute.allowsExternalStorage { arguments.append(".externalStorage") }
    if attribute.allowsCloudEncryption { arguments.append(".allowsCloudEncryption") }
    if attribute.preservesValueOnDeletion { arguments.append(".preserveValueOnDeletion") }
    if attribute.isTransient { arguments.append(".ephemeral") }
    if attribute.isSpotlightIndexed { arguments.append(".spotlight") }
    if attribute.type == .transformable {
      // Core Data's transformer where a model names none (`NSKeyedUnarchiveFromDataTransformerName`).
      let name = attribute.valueTransformerName.flatMap { $0.isEmpty ? nil : $0 } ?? "NSKeyedUnarchiveFromData"
      arguments.append(".transformable(by: \(SwiftLiteral.quoted(name)))")
    }
    if let original = originalName(attribute.name, attribute.renamingIdentifier, swiftName) {
      arguments.append("originalName: \(SwiftLiteral.quoted(original))")
    }
    if let modifier = attribute.versionHashModifier {
      arguments.append("hashModifier: \(SwiftLiteral.quoted(modifier))")
    }
    return arguments.isEmpty ? nil : MacroUse(name: context.types.macro("Attribute"), arguments: arguments)
  }

  /// The name in the store where it is not the Swift name, else the name before a renaming.
  mutating func originalName(_ name: String, _ renamingIdentifier: String?, _ swiftName: String) -> String? {
    let plain = swiftName.filter { $0 != "`" }
    if plain == name { return renamingIdentifier.flatMap { $0 == name ? nil : $0 } }
    report(.name, .note, property: name, "SwiftData or Swift uses this name; the property is called \(plain)")
    if let renamingIdentifier, renamingIdentifier != name {
      report(.renaming, .unsaid, property: name, "its former name \(renamingIdentifier) cannot be kept beside that")
    }
    return name
  }
}
