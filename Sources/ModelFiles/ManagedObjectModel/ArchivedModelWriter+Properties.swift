import Foundation
import ModelDescription

extension ArchivedModelWriter {
  /// Fills an entity's places with the properties that it or one of its ancestors declares.
  mutating func fillProperties(of level: EntityDescription, in place: EntityPlaces) {
    for attribute in level.attributes {
      guard let reference = place.properties[attribute.name] else { continue }
      fill(reference, attribute, entity: place.reference)
    }
    for relationship in level.relationships {
      guard let reference = place.properties[relationship.name] else { continue }
      fill(reference, relationship, entity: place.reference)
    }
    for property in level.fetchedProperties {
      guard let reference = place.properties[property.name] else { continue }
      fill(reference, property, entity: place.reference)
    }
  }

  /// The fields that every property has; the bits of `_P` as StoreFormat.md section 10 lists them.
  private mutating func fields(
    _ name: String, entity: PlistValue, isOptional: Bool, isTransient: Bool, isReadOnly: Bool,
    renamingIdentifier: String?, modifier: String?, userInfo info: UserInfo, otherBits: Int64
  ) -> [String: PlistValue] {
    var fields: [String: PlistValue] = [
      "NSPropertyName": archive.string(name), "NSRenamingIdentifier": archive.string(renamingIdentifier ?? name),
      "NSEntity": entity,
    ]
    var bits = otherBits ^ 0xF1
    if isOptional {
      bits |= 0x02
      fields["NSIsOptional"] = .boolean(true)
    }
    if isReadOnly {
      bits |= 0x04
      fields["NSIsReadOnly"] = .boolean(true)
    }
    if isTransient {
      bits |= 0x08
      fields["NSIsTransient"] = .boolean(true)
    }
    if let userInfo = userInfo(info) {
      bits &= ~0x40
      fields["NSUserInfo"] = userInfo
    }
    if let modifier, !modifier.isEmpty {
      bits &= ~0x80
      fields["NSVersionHashModifier"] = archive.string(modifier)
    }
    fields["_P"] = .integer(bits)
    return fields
  }

  // MARK: relationships

  private mutating func fill(_ reference: PlistValue, _ relationship: RelationshipDescription, entity: PlistValue) {
    var fields = fields(
      relationship.name, entity: entity, isOptional: relationship.isOptional, isTransient: relationship.isTransient,
      isReadOnly: relationship.isReadOnly, renamingIdentifier: relationship.renamingIdentifier,
      modifier: relationship.versionHashModifier, userInfo: relationship.userInfo,
      otherBits: relationship.isOrdered ? 0x400 : 0)
    var facts = SourceFacts()
    let destination = place(of: relationship.destinationEntityName)
    let inverseOwner = place(of: relationship.inverseEntityName ?? relationship.destinationEntityName)
    let inverse = relationship.inverseName.flatMap { property($0, of: inverseOwner) }
    if inverse == nil { facts["inverseEntity"] = relationship.inverseEntityName }
    fields["NSDestinationEntity"] = destination?.reference ?? KeyedArchiveWriter.null
    fields["_NSDestinationEntityName"] = archive.string(relationship.destinationEntityName)
    fields["NSInverseRelationship"] = inverse ?? KeyedArchiveWriter.null
    fields["_NSInverseRelationshipName"] = archive.string(relationship.inverseName)
    fields["NSMinCount"] = .integer(Int64(relationship.minimumCount))
    fields["NSMaxCount"] = .integer(Int64(relationship.maximumCount))
    fields["NSDeleteRule"] = .integer(Int64(relationship.deleteRule.rawValue))
    if relationship.isOrdered { fields["NSIsOrdered"] = .boolean(true) }
    if relationship.isIndexed { fields["NSIsIndexed"] = .boolean(true) }
    facts.keep(relationship.remainder)
    facts[flag: "toMany", normally: relationship.maximumCount != 1] = relationship.isToMany
    facts[flag: "spotlightIndexingEnabled", normally: false] = relationship.isSpotlightIndexed
    facts[flag: "storedInTruthFile", normally: false] = relationship.isStoredInTruthFile
    facts[flag: "syncable", normally: true] = relationship.isSyncable
    facts.add(to: &fields, &archive)
    archive.fill(reference, .relationship, fields)
  }

  // MARK: fetched properties and requests

  private mutating func fill(_ reference: PlistValue, _ property: FetchedPropertyDescription, entity: PlistValue) {
    // Fetched properties are transient and read-only whatever the model says (CoreDataPlus).
    var fields = fields(
      property.name, entity: entity, isOptional: property.isOptional, isTransient: true, isReadOnly: true,
      renamingIdentifier: nil, modifier: nil, userInfo: property.userInfo, otherBits: 0)
    fields["NSFetchRequest"] = property.request.map { request($0) } ?? KeyedArchiveWriter.null
    fields["_NSFetchRequestEntityName"] = archive.string(property.request?.entityName)
    var facts = SourceFacts()
    facts[flag: "syncable", normally: true] = property.isSyncable
    facts.keep(property.remainder)
    if let name = property.request?.name, name != ArchivedModelReader.fetchedRequestName {
      facts["fetchRequest"] = name
    }
    facts.add(to: &fields, &archive)
    archive.fill(reference, .fetchedProperty, fields)
  }

  mutating func request(_ request: FetchTemplateDescription) -> PlistValue {
    var facts = SourceFacts()
    facts.keep(request.remainder)
    for (name, value) in request.options { facts["option " + name] = value }
    let null = KeyedArchiveWriter.null
    let entity = place(of: request.entityName)?.reference
    if entity == nil { facts["entity"] = request.entityName }
    var fields: [String: PlistValue] = [
      "NSEntity": entity ?? null, "NSPredicate": predicate(request.predicate, "predicateString", &facts),
      "NSFetchLimit": .integer(Int64(request.fetchLimit)), "NSBatchSize": .integer(Int64(request.fetchBatchSize)),
      // The flags of a request with the default settings (CoreDataPlus).
      "NSFetchRequestFlags": .integer(30), "NSHasFetchRequestFlags": .boolean(true), "NSResultType": .integer(0),
      "NSFetchOffset": .integer(0), "NSAllocationType": .integer(0), "NSSortDescriptors": null,
      "NSHavingPredicate": null, "NSValuesToFetch": null, "NSValuesToGroupBy": null,
      "NSRelationshipKeyPathsForPrefetching": null,
    ]
    facts.add(to: &fields, &archive)
    return archive.object(.fetchRequest, fields)
  }

  // MARK: attributes

  /// An attribute with a place of its own: an element of a composite.
  mutating func attribute(_ attribute: AttributeDescription, entity: PlistValue) -> PlistValue {
    let reference = archive.reserve()
    fill(reference, attribute, entity: entity)
    return reference
  }

  private mutating func fill(_ reference: PlistValue, _ attribute: AttributeDescription, entity: PlistValue) {
    var facts = SourceFacts()
    let validation = validation(of: attribute, &facts)
    var fields = fields(
      attribute.name, entity: entity, isOptional: attribute.isOptional, isTransient: attribute.isTransient,
      isReadOnly: attribute.isReadOnly, renamingIdentifier: attribute.renamingIdentifier,
      modifier: attribute.versionHashModifier, userInfo: attribute.userInfo,
      otherBits: validation.predicates.isEmpty ? 0 : 0x30)
    if !validation.predicates.isEmpty {
      fields["NSValidationPredicates"] = archive.list(.mutableArray, validation.predicates)
      fields["NSValidationWarnings"] = archive.list(.mutableArray, validation.warnings)
    }
    fields["NSAttributeType"] = .integer(Int64(attribute.type.rawValue))
    fields["NSAttributeValueClassName"] = archive.string(
      attribute.type == .transformable ? attribute.valueClassName : attribute.type.valueClassName)
    if attribute.type != .transformable { facts["customClassName"] = attribute.valueClassName }
    fields["NSDefaultValue"] = attribute.defaultValue.map { value($0) } ?? KeyedArchiveWriter.null
    fields["NSValueTransformerName"] = archive.string(attribute.valueTransformerName)
    fields["NSFlagsKey"] = .integer(
      (attribute.allowsExternalStorage ? 4 : 0) | (attribute.preservesValueOnDeletion ? 16 : 0))
    if attribute.isIndexed { fields["NSIsIndexed"] = .boolean(true) }
    addFacts(of: attribute, &facts)

    var kind = ArchivedClass.attribute
    if let derivation = attribute.derivation {
      kind = .derivedAttribute
      let tree = PredicateParser.expression(DerivationText.canonical(derivation.expression))
      let written = tree.flatMap { expressions.write($0, to: &archive) }
      if written == nil || tree.map({ DerivationText.modelSpelling($0.format) }) != derivation.expression {
        facts["derivationExpression"] = derivation.expression
      }
      fields["NSDerivationExpression"] = written ?? KeyedArchiveWriter.null
      fields["NSFilteringPredicate"] = predicate(derivation.filter, "filteringPredicate", &facts)
    } else if attribute.type == .composite {
      kind = .compositeAttribute
      let elements = attribute.elements.map { self.attribute($0, entity: KeyedArchiveWriter.null) }
      fields["NSCompositeElements"] = archive.list(.mutableArray, elements)
    }
    facts.add(to: &fields, &archive)
    archive.fill(reference, kind, fields)
  }

  private func addFacts(of attribute: AttributeDescription, _ facts: inout SourceFacts) {
    facts["usesScalarValueType"] = attribute.usesScalarValueType.map { $0 ? "YES" : "NO" }
    facts["composite"] = attribute.compositeName
    facts.keep(attribute.remainder)
    facts[flag: "allowsCloudEncryption", normally: false] = attribute.allowsCloudEncryption
    facts[flag: "spotlightIndexingEnabled", normally: false] = attribute.isSpotlightIndexed
    facts[flag: "storedInTruthFile", normally: false] = attribute.isStoredInTruthFile
    facts[flag: "syncable", normally: true] = attribute.isSyncable
  }

  mutating func value(_ value: AttributeValue) -> PlistValue {
    switch value {
    case .boolean(let flag): archive.value(.boolean(flag))
    case .integer(let number): archive.value(.integer(number))
    case .decimal(let number):
      DecimalArchive.fields(number).map { archive.object(.decimal, $0) } ?? KeyedArchiveWriter.null
    case .double(let number): archive.value(.real(number))
    case .float(let number): archive.value(.real(Double(number)))
    case .string(let text): archive.string(text)
    case .date(let date):
      archive.object(.date, ["NS.time": .real(date.timeIntervalSinceReferenceDate)])
    case .data(let data): archive.value(.data(data))
    case .uuid(let uuid):
      archive.object(.uuid, ["NS.uuidbytes": .data(withUnsafeBytes(of: uuid.uuid) { Data($0) })])
    case .uri(let text):
      archive.object(.url, ["NS.base": KeyedArchiveWriter.null, "NS.relative": archive.string(text)])
    }
  }
}

extension AttributeType {
  /// `NSAttributeValueClassName` of archives (all types of real stores; none is known for the others).
  fileprivate var valueClassName: String? {
    switch self {
    case .integer16, .integer32, .integer64, .double, .float, .boolean: "NSNumber"
    case .decimal: "NSDecimalNumber"
    case .string: "NSString"
    case .date: "NSDate"
    case .binary: "NSData"
    case .uuid: "NSUUID"
    case .uri: "NSURL"
    case .composite: "NSDictionary"
    case .undefined, .transformable, .objectID: nil
    }
  }
}
