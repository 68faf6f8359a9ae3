extension ModelValidation {
  mutating func checkPropertyNames(of entity: EntityDescription) {
    // The nearest ancestor with a property of a name.
    var inherited: [String: String] = [:]
    for ancestor in lineage(of: entity).dropFirst() {
      for name in ancestor.propertyNames where inherited[name] == nil { inherited[name] = ancestor.name }
    }
    var seen: Set<String> = []
    var spellings: [String: String] = [:]
    for name in entity.propertyNames {
      if name.isEmpty { add(.emptyName, "a property has no name", "give it one", entity) }
      if !seen.insert(name).inserted {
        add(
          .duplicateProperty, "the entity has two properties of this name", "rename or remove one of them", entity, name
        )
      } else if let other = spellings.updateValue(name, forKey: name.uppercased()) {
        add(
          .propertyNamesDifferInCase,
          "its name differs from that of \(other) in case only, so its column gets a number at the end",
          "rename one of them unless a store has them already", entity, name)
      }
      if let ancestor = inherited[name] {
        add(
          .inheritedProperty, "\(ancestor), an ancestor of the entity, has a property of this name",
          "rename or remove one of them", entity, name)
      }
      checkReserved(name, of: entity)
    }
  }

  /// Columns are Z and the name in upper case; `Z_PK`, `Z_ENT` and `Z_OPT` are every table's own. Xcode takes no
  /// property whose name begins with a capital letter, so `PK` itself is a slip of the pen.
  private mutating func checkReserved(_ name: String, of entity: EntityDescription) {
    let own = ["PK", "ENT", "OPT"]
    guard own.contains(name) || (name.hasPrefix("_") && own.contains(name.dropFirst().uppercased())) else { return }
    add(
      .reservedName, "the name is reserved: Z_PK, Z_ENT and Z_OPT are columns of every table", "rename the property",
      entity, name)
  }

  mutating func check(_ attribute: AttributeDescription, of entity: EntityDescription) {
    if attribute.type == .undefined, !attribute.isTransient, attribute.derivation == nil {
      add(
        .missingType, "the attribute has no type, so no store keeps it", "choose a type or make it transient", entity,
        attribute.name)
    }
    checkDerivation(of: attribute, in: entity)
    checkDefault(of: attribute, in: entity)
    if let minimum = attribute.validation.minimum, let maximum = attribute.validation.maximum,
      minimum.isGreater(than: maximum)
    {
      add(
        .validationBounds, "its minimum is greater than its maximum, so no value is valid", "correct the bounds",
        entity, attribute.name)
    } else if let minimum = attribute.validation.minimumLength, let maximum = attribute.validation.maximumLength,
      minimum > maximum
    {
      add(
        .validationBounds, "its minimum length is greater than its maximum length, so no value is valid",
        "correct the bounds", entity, attribute.name)
    }
  }

  private mutating func checkDefault(of attribute: AttributeDescription, in entity: EntityDescription) {
    guard let value = attribute.defaultValue else { return }
    if case .integer(let number) = value, let range = attribute.type.range, !range.contains(number) {
      return add(
        .defaultOutOfRange, "its default \(number) does not fit into \(range.lowerBound)…\(range.upperBound)",
        "choose a wider type or another default", entity, attribute.name)
    }
    let isBelow = attribute.validation.minimum.map { $0.isGreater(than: value) } ?? false
    let isAbove = attribute.validation.maximum.map { value.isGreater(than: $0) } ?? false
    var isOutside = isBelow || isAbove
    if case .string(let text) = value {
      isOutside =
        isOutside || attribute.validation.minimumLength.map { text.count < $0 } ?? false
        || attribute.validation.maximumLength.map { text.count > $0 } ?? false
    }
    if isOutside {
      add(
        .defaultOutOfBounds, "its default lies outside the attribute's own bounds, so a new object is not valid",
        "correct the default or the bounds", entity, attribute.name)
    }
  }

  private mutating func checkDerivation(of attribute: AttributeDescription, in entity: EntityDescription) {
    guard let derivation = attribute.derivation else { return }
    let text = DerivationText.canonical(derivation.expression)
    if text.isEmpty {
      return add(
        .missingDerivation, "the attribute is derived, and no expression says from what",
        "write the expression or make it an ordinary attribute", entity, attribute.name)
    }
    if text == "now()" { return }
    let path = DerivationText.path(in: text)
    let names = lineage(of: entity).flatMap(\.propertyNames)
    guard let first = path?.split(separator: ".").first.map(String.init), names.contains(first) else {
      let missing = path.map { "names no property of the entity (\($0))" } ?? "has a form that is not known"
      return add(
        .unknownDerivation, "its expression \"\(derivation.expression)\" \(missing)",
        "write a path, a function of a path, or now()", entity, attribute.name)
    }
  }
}

extension EntityDescription {
  /// In the order of the description: attributes, relationships, fetched properties.
  package var propertyNames: [String] {
    attributes.map(\.name) + relationships.map(\.name) + fetchedProperties.map(\.name)
  }
}

extension AttributeType {
  /// The values of an integer type.
  package var range: ClosedRange<Int64>? {
    switch self {
    case .integer16: Int64(Int16.min)...Int64(Int16.max)
    case .integer32: Int64(Int32.min)...Int64(Int32.max)
    default: nil
    }
  }
}

extension AttributeValue {
  /// Order of numbers and dates; `false` for values that have none.
  fileprivate func isGreater(than other: AttributeValue) -> Bool {
    switch (self, other) {
    case (.integer(let a), .integer(let b)): a > b
    case (.decimal(let a), .decimal(let b)): a > b
    case (.double(let a), .double(let b)): a > b
    case (.float(let a), .float(let b)): a > b
    case (.date(let a), .date(let b)): a > b
    default: false
    }
  }
}
