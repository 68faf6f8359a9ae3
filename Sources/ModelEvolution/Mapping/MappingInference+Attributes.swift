import ModelDescription

extension MappingInference {
  /// An attribute of the destination, from the source's partner or from nothing.
  mutating func mapAttribute(_ property: StoredProperty, from former: StoredProperty?, into row: inout RowMapping) {
    guard case .attribute(let ours) = property.content else { return }
    guard let former, case .attribute(let theirs) = former.content else {
      for field in property.fields { row.fields[field] = .attribute(addition(row.entity.fields[field], of: ours)) }
      return
    }
    let (left, right) = (theirs.type == .composite, ours.type == .composite)
    switch (left, right) {
    case (false, false):
      guard let field = property.fields.first else {
        row.removed += former.fields.isEmpty ? [] : [former.name]
        return
      }
      row.fields[field] = .attribute(
        attribute(ours, from: theirs, field: former.fields.first, in: row.entity, property, name: ours.name))
    case (true, true):
      mapElements(property, ours, from: former, theirs, into: &row)
    case (true, false), (false, true):
      // An enum with raw values is a composite of one part; a plain attribute of its type has the same column.
      guard property.fields.count == 1, former.fields.count == 1, let source = row.source,
        let leaf = row.entity.fields[property.fields[0]].attribute,
        let formerLeaf = source.fields[former.fields[0]].attribute
      else {
        note(
          .compositeShape, row.entity, property, ours.name,
          "\(Self.words(theirs)) becomes \(Self.words(ours)), whose parts cannot be told from its value.",
          "Give it a name of its own, and fill it in a custom stage.")
        for field in property.fields { row.fields[field] = .attribute(addition(row.entity.fields[field], of: ours)) }
        row.removed.append(former.name)
        return
      }
      var wanted = leaf
      if !left { wanted.isOptional = ours.isOptional }
      row.fields[property.fields[0]] = .attribute(
        attribute(wanted, from: formerLeaf, field: former.fields[0], in: row.entity, property, name: ours.name))
    }
  }

  private static func words(_ attribute: AttributeDescription) -> String {
    attribute.type == .composite
      ? "a composite of \(attribute.leaves().count.counted("part"))" : "a value of type \(attribute.type.words)"
  }

  // MARK: one column

  /// A new attribute's value: Apple's inferred mappings make objects anew, so that their defaults stand in them.
  private func addition(_ field: ResolvedEntity.Field, of attribute: AttributeDescription) -> AttributeMapping {
    guard let leaf = field.attribute else { return AttributeMapping(sourceField: nil, fill: .null) }
    // The parts of a composite that nobody has yet are those of nil, unless all of it is new and has values.
    let isPart = field.path.count > 1
    return AttributeMapping(
      sourceField: nil, fill: Self.fill(leaf, isPart: isPart, standsForDefault: true))
  }

  private static func fill(
    _ attribute: AttributeDescription, isPart: Bool, standsForDefault: Bool
  ) -> AttributeMapping.Fill {
    if attribute.derivation != nil { return .derived }
    if let value = attribute.defaultValue, standsForDefault || !attribute.isOptional { return .value(value) }
    return attribute.isOptional || isPart ? .null : .missing
  }

  private mutating func attribute(
    _ ours: AttributeDescription, from theirs: AttributeDescription, field: Int?, in entity: ResolvedEntity,
    _ property: StoredProperty, name: String
  ) -> AttributeMapping {
    let isPart = ours.name != name || property.fields.count > 1
    if ours.derivation != nil {
      let isSame = theirs.derivation == ours.derivation && theirs.type == ours.type && field != nil
      return AttributeMapping(sourceField: isSame ? field : nil, fill: isSame ? .null : .derived)
    }
    guard let conversion = conversion(from: theirs, to: ours) else {
      let (kind, reason): (MappingObstacle.Kind, String) =
        Self.isNumber(theirs.type) && Self.isNumber(ours.type) && ours.type.isInteger == theirs.type.isInteger
        ? (.narrowing, "\(theirs.type.words) becomes \(ours.type.words), which not every value fits.")
        : (.attributeType, "\(theirs.type.words) becomes \(ours.type.words), which cannot be made of every old value.")
      note(
        kind, entity, property, name, reason,
        "Keep the type, or give the new attribute a name of its own and fill it in a custom stage.")
      return AttributeMapping(sourceField: nil, fill: Self.fill(ours, isPart: isPart, standsForDefault: true))
    }
    // A value that had to be there may still be lacking, in a file that was changed by other means; a default mends that.
    let fill = Self.fill(ours, isPart: isPart, standsForDefault: false)
    let isKept = fill == .missing && !theirs.isOptional && theirs.derivation == nil
    return AttributeMapping(sourceField: field, conversion: conversion, fill: isKept ? .null : fill)
  }

  private static func isNumber(_ type: AttributeType) -> Bool { type.isInteger || type == .double || type == .float }

  private func conversion(
    from theirs: AttributeDescription, to ours: AttributeDescription
  ) -> AttributeMapping.Conversion? {
    guard theirs.type == ours.type else {
      let widens =
        theirs.type.isInteger && ours.type.isInteger && theirs.type.rawValue < ours.type.rawValue
        || theirs.type == .float && ours.type == .double
      return widens ? .widening : nil
    }
    let holdsBytes = ours.type == .binary || ours.type == .transformable
    guard holdsBytes, theirs.allowsExternalStorage != ours.allowsExternalStorage else {
      return AttributeMapping.Conversion.none
    }
    return ours.allowsExternalStorage ? .gainsExternalStorage : .losesExternalStorage
  }

  // MARK: composites

  /// A composite or enum in another shape: parts are matched by name; new ones are empty, old ones fall away.
  private mutating func mapElements(
    _ property: StoredProperty, _ ours: AttributeDescription, from former: StoredProperty,
    _ theirs: AttributeDescription, into row: inout RowMapping
  ) {
    guard let source = row.source else { return }
    let pairs = leafPairs(ours, theirs, path: [ours.name], formerPath: [theirs.name])
    let formerFields = Dictionary(
      former.fields.map { (source.fields[$0].path, $0) }, uniquingKeysWith: { first, _ in first })
    var used: Set<Int> = []
    for number in property.fields {
      let field = row.entity.fields[number]
      guard let leaf = field.attribute else { continue }
      if let path = pairs[field.path], let formerField = formerFields[path],
        let formerLeaf = source.fields[formerField].attribute
      {
        used.insert(formerField)
        row.fields[number] = .attribute(
          attribute(leaf, from: formerLeaf, field: formerField, in: row.entity, property, name: field.name))
      } else {
        // A default of a new part belongs to composites that are there, which only the application can tell.
        row.fields[number] = .attribute(AttributeMapping(sourceField: nil, fill: .null))
      }
    }
    row.removed += former.fields.filter { !used.contains($0) }.map { source.fields[$0].name }
  }

  /// The source's path of each leaf that it has, by the destination's.
  private func leafPairs(
    _ ours: AttributeDescription, _ theirs: AttributeDescription, path: [String], formerPath: [String]
  ) -> [[String]: [String]] {
    let (left, right) = (theirs.elements.filter { !$0.isTransient }, ours.elements.filter { !$0.isTransient })
    let matching = NameMatching(
      // The one element of an enum with raw values bears the property's own name (StoreFormat.md section 7).
      store: left.map { .init($0.name == theirs.name ? ours.name : $0.name, $0.renamingIdentifier) },
      classes: right.map { .init($0.name, $0.renamingIdentifier) }, followsRenaming: followsRenaming)
    var pairs: [[String]: [String]] = [:]
    for (element, index) in zip(right, matching.storeIndices) {
      guard let former = index.map({ left[$0] }) else { continue }
      let (here, there) = (path + [element.name], formerPath + [former.name])
      if element.type == .composite, former.type == .composite {
        pairs.merge(leafPairs(element, former, path: here, formerPath: there)) { first, _ in first }
      } else if element.type != .composite, former.type != .composite {
        pairs[here] = there
      }
    }
    return pairs
  }
}
