import ModelDescription

/// Writes the two files of one entity's class.
struct ManagedClassWriter {
  private let entity: EntityDescription
  private let model: ResolvedModel
  private let style: ManagedClassGenerator.Style
  private let name: ManagedClassName?
  private let className: String
  private let superclass: String
  private(set) var findings: [Finding] = []
  /// Properties that were written, as key paths reach them.
  private(set) var properties: [String] = []
  private var lines: [String] = []

  var plainName: String? { name?.name }

  init(_ entity: EntityDescription, in model: ResolvedModel, style: ManagedClassGenerator.Style) throws {
    self.entity = entity
    self.model = model
    self.style = style
    name = ManagedClassName(entity)
    className = try ManagedClassName.objects(of: entity.name, in: model)
    superclass = try entity.superentityName.map { try ManagedClassName.objects(of: $0, in: model) } ?? "NSManagedObject"
  }

  func classText() -> [String] {
    // Only Objective-C knows names without a module.
    let exposed =
      name?.module == nil ? ["#if canImport(ObjectiveC)", "@objc(\(plainName ?? className))", "#endif"] : []
    return exposed + ["open class \(className): \(superclass) {", "}"]
  }

  mutating func propertiesText() throws -> [String] {
    lines = [
      "extension \(className) {",
      "  @nonobjc public class func fetchRequest() -> NSFetchRequest<\(className)> {",
      "    NSFetchRequest<\(className)>(entityName: \(SwiftLiteral.quoted(entity.name)))", "  }", "",
    ]
    for attribute in entity.attributes.sorted(by: { $0.name < $1.name }) {
      try add(attribute.name, ManagedPropertyType.of(attribute))
    }
    var accessors: [(RelationshipDescription, String)] = []
    for relationship in entity.relationships.sorted(by: { $0.name < $1.name }) {
      let target = try ManagedClassName.objects(of: relationship.destinationEntityName, in: model)
      let type = relationship.isToMany ? (relationship.isOrdered ? "NSOrderedSet?" : "NSSet?") : target + "?"
      if try add(relationship.name, type), relationship.isToMany { accessors.append((relationship, target)) }
    }
    for property in entity.fetchedProperties.sorted(by: { $0.name < $1.name }) {
      let target = try property.request.map { try ManagedClassName.objects(of: $0.entityName, in: model) }
      try add(property.name, "[\(target ?? "NSManagedObject")]?")
    }
    lines.append("}")
    for (relationship, target) in accessors { add(accessorsOf: relationship, target) }
    if superclass == "NSManagedObject" { lines += ["", "extension \(className): Identifiable {", "}"] }
    if style == .computed { addKeyPaths() }
    return lines
  }

  @discardableResult
  private mutating func add(_ property: String, _ type: String) throws -> Bool {
    guard !ManagedPropertyType.reserved.contains(property) else {
      findings.append(
        Finding(
          entityName: entity.name, propertyName: property, topic: .name, effect: .leftOut,
          message: "NSManagedObject has a member of the name; left out, reach it by value(forKey:)"))
      return false
    }
    guard let name = SwiftIdentifier.escaped(property) else {
      throw ModelError("the name cannot be written in Swift", entity: entity.name, property: property)
    }
    properties.append(name)
    switch style {
    case .managed: lines.append("  @NSManaged public var \(name): \(type)")
    case .computed:
      let getter = type.hasSuffix("?") ? "optionalValue" : "value"
      let key = SwiftLiteral.quoted(property)
      // Only dates have this type.
      let value = type == "TimeInterval" ? "Date(timeIntervalSinceReferenceDate: newValue)" : "newValue"
      lines += [
        "  public var \(name): \(type) {", "    get { __CausewayAccess.\(getter)(of: self, \(key)) }",
        "    set { __CausewayAccess.set(\(value), \(key), of: self) }", "  }",
      ]
    }
    return true
  }

  // MARK: functions of to-manys

  private mutating func add(accessorsOf relationship: RelationshipDescription, _ target: String) {
    let key = relationship.name
    let word = key.prefix(1).uppercased() + key.dropFirst()
    let literal = SwiftLiteral.quoted(key)
    let set = relationship.isOrdered ? "NSOrderedSet" : "NSSet"
    let ordered = relationship.isOrdered ? ", isOrdered: true" : ""
    lines += ["", "// MARK: Generated accessors for \(key)", "extension \(className) {"]
    var functions: [(selector: String, signature: String, call: String)] = []
    if relationship.isOrdered {
      functions += [
        (
          "insertObject:in\(word)AtIndex:", "insertInto\(word)(_ value: \(target), at idx: Int)",
          "insert(value, at: idx, \(literal), of: self)"
        ),
        (
          "removeObjectFrom\(word)AtIndex:", "removeFrom\(word)(at idx: Int)", "remove(at: [idx], \(literal), of: self)"
        ),
        (
          "insert\(word):atIndexes:", "insertInto\(word)(_ values: [\(target)], at indexes: NSIndexSet)",
          "insertAll(values, at: Array(indexes), \(literal), of: self)"
        ),
        (
          "remove\(word)AtIndexes:", "removeFrom\(word)(at indexes: NSIndexSet)",
          "remove(at: Array(indexes), \(literal), of: self)"
        ),
        (
          "replaceObjectIn\(word)AtIndex:withObject:", "replace\(word)(at idx: Int, with value: \(target))",
          "replace(at: idx, with: value, \(literal), of: self)"
        ),
        (
          "replace\(word)AtIndexes:with\(word):", "replace\(word)(at indexes: NSIndexSet, with values: [\(target)])",
          "replaceAll(at: Array(indexes), with: values, \(literal), of: self)"
        ),
      ]
    }
    functions += [
      ("add\(word)Object:", "addTo\(word)(_ value: \(target))", "add(value, \(literal), of: self\(ordered))"),
      (
        "remove\(word)Object:", "removeFrom\(word)(_ value: \(target))", "remove(value, \(literal), of: self\(ordered))"
      ),
      ("add\(word):", "addTo\(word)(_ values: \(set))", "addAll(values, \(literal), of: self\(ordered))"),
      ("remove\(word):", "removeFrom\(word)(_ values: \(set))", "removeAll(values, \(literal), of: self\(ordered))"),
    ]
    for (index, function) in functions.enumerated() {
      if index > 0 { lines.append("") }
      switch style {
      case .managed:
        lines += [
          "  #if canImport(ObjectiveC)", "  @objc(\(function.selector))", "  #endif",
          "  @NSManaged public func \(function.signature)",
        ]
      case .computed:
        lines += ["  public func \(function.signature) {", "    __CausewayAccess.\(function.call)", "  }"]
      }
    }
    lines.append("}")
  }

  // MARK: key paths

  /// Registers the property names of the class's key paths before the program begins.
  ///
  /// In a module of the main actor they can be formed on it only; forming one runs nothing of the class.
  private mutating func addKeyPaths() {
    guard !properties.isEmpty else { return }
    lines += [
      "", "@section(\".init_array\") @used",
      "private let __keyPathsOf\(className.filter { $0 != "`" }): @convention(c) () -> Void = {",
      "  let names: @MainActor () -> [AnyKeyPath: String] = {", "    var names: [AnyKeyPath: String] = [:]",
    ]
    for name in properties {
      lines.append("    names[\\\(className).\(name)] = \(SwiftLiteral.quoted(name.filter { $0 != "`" }))")
    }
    lines += [
      "    return names", "  }",
      "  __KeyPathNames.add(unsafeBitCast(names, to: (@Sendable () -> [AnyKeyPath: String]).self))", "}",
    ]
  }
}
