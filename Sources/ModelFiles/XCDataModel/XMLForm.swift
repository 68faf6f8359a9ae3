import Foundation
import ModelDescription

/// The XML attributes of what a description says, as Xcode would write them: the one place that knows the spellings.
struct XMLForm {
  /// The file says `syncable="YES"` where newer ones say nothing.
  let saysSyncable: Bool

  func attributes(of entity: EntityDescription) -> [SourceAttribute] {
    list([
      ("name", entity.name), ("representedClassName", entity.className), ("isAbstract", yes(entity.isAbstract)),
      ("parentEntity", entity.superentityName), ("elementID", entity.renamingIdentifier),
      ("versionHashModifier", entity.versionHashModifier), ("syncable", syncable(entity.isSyncable)),
      ("codeGenerationType", entity.codeGeneration == .manual ? nil : entity.codeGeneration.rawValue),
      ("coreSpotlightDisplayNameExpression", entity.spotlightDisplayName),
    ])
  }

  /// - Parameter compositeName: the composite type that stands for the attribute's elements.
  func attributes(of attribute: AttributeDescription, compositeName: String?) -> [SourceAttribute] {
    let (validation, isDate) = (attribute.validation, attribute.type == .date)
    let minimum = validation.minimum.map(Self.text) ?? validation.minimumLength.map { String($0) }
    let maximum = validation.maximum.map(Self.text) ?? validation.maximumLength.map { String($0) }
    let initial = attribute.defaultValue.map(Self.text)
    var entries: [(String, String?)] = [
      ("name", attribute.name), ("optional", yes(attribute.isOptional)), ("transient", yes(attribute.isTransient)),
      ("readOnly", yes(attribute.isReadOnly && attribute.derivation == nil)),
      ("attributeType", attribute.type.xmlName),
      ("allowsExternalBinaryDataStorage", yes(attribute.allowsExternalStorage)),
      ("allowsCloudEncryption", yes(attribute.allowsCloudEncryption)), ("composite", compositeName),
      ("minDateTimeInterval", isDate ? minimum : nil), ("maxDateTimeInterval", isDate ? maximum : nil),
      ("defaultDateTimeInterval", isDate ? initial : nil), ("derived", yes(attribute.derivation != nil)),
      ("derivationExpression", attribute.derivation?.expression), ("minValueString", isDate ? nil : minimum),
      ("maxValueString", isDate ? nil : maximum), ("defaultValueString", isDate ? nil : initial),
      ("regularExpressionString", validation.regularExpression),
      ("storedInTruthFile", yes(attribute.isStoredInTruthFile)),
      ("usesScalarValueType", attribute.usesScalarValueType.map { $0 ? "YES" : "NO" }),
      ("indexed", yes(attribute.isIndexed)), ("elementID", attribute.renamingIdentifier),
      ("preserveAfterDeletion", yes(attribute.preservesValueOnDeletion)),
      ("spotlightIndexingEnabled", yes(attribute.isSpotlightIndexed)),
      ("valueTransformerName", attribute.valueTransformerName), ("customClassName", attribute.valueClassName),
      ("syncable", syncable(attribute.isSyncable)), ("versionHashModifier", attribute.versionHashModifier),
      ("causewayFilter", attribute.derivation?.filter),
    ]
    for (number, predicate) in validation.otherPredicates.enumerated() {
      entries.append((Vocabulary.validationPredicate(number), predicate))
    }
    return list(entries)
  }

  func attributes(of relationship: RelationshipDescription) -> [SourceAttribute] {
    let rule =
      switch relationship.deleteRule {
      case .noAction: "No Action"
      case .nullify: "Nullify"
      case .cascade: "Cascade"
      case .deny: "Deny"
      }
    return list([
      ("name", relationship.name), ("optional", yes(relationship.isOptional)),
      ("transient", yes(relationship.isTransient)), ("readOnly", yes(relationship.isReadOnly)),
      ("toMany", yes(relationship.isToMany)), ("minCount", count(relationship.minimumCount)),
      ("maxCount", count(relationship.maximumCount)), ("deletionRule", rule),
      ("ordered", yes(relationship.isOrdered)), ("destinationEntity", relationship.destinationEntityName),
      ("inverseName", relationship.inverseName), ("inverseEntity", relationship.inverseEntityName),
      ("elementID", relationship.renamingIdentifier), ("indexed", yes(relationship.isIndexed)),
      ("spotlightIndexingEnabled", yes(relationship.isSpotlightIndexed)),
      ("storedInTruthFile", yes(relationship.isStoredInTruthFile)), ("syncable", syncable(relationship.isSyncable)),
      ("versionHashModifier", relationship.versionHashModifier),
    ])
  }

  func attributes(of property: FetchedPropertyDescription) -> [SourceAttribute] {
    list([
      ("name", property.name), ("optional", yes(property.isOptional)), ("syncable", syncable(property.isSyncable)),
    ])
  }

  func attributes(of request: FetchTemplateDescription) -> [SourceAttribute] {
    func rank(_ name: String) -> Int { Vocabulary.requestOptions.firstIndex(of: name) ?? .max }
    let options = request.options.sorted { (rank($0.key), $0.key) < (rank($1.key), $1.key) }
      .map { SourceAttribute($0.key, $0.value) }
    return list([
      ("name", request.name), ("entity", request.entityName), ("predicateString", request.predicate),
      ("fetchLimit", count(request.fetchLimit)), ("fetchBatchSize", count(request.fetchBatchSize)),
    ]) + options
  }

  func attributes(of index: FetchIndexDescription) -> [SourceAttribute] {
    list([("name", index.name), ("partialIndexPredicate", index.partialPredicate)])
  }

  func attributes(of element: FetchIndexDescription.Element) -> [SourceAttribute] {
    list([
      ("property", element.propertyName), ("expression", element.expression),
      ("type", element.kind == .rTree ? "RTree" : "Binary"),
      ("order", element.isAscending ? "ascending" : "descending"),
    ])
  }

  func attributes(of configuration: ConfigurationDescription) -> [SourceAttribute] {
    list([("name", configuration.name), ("usedWithCloudKit", yes(configuration.isUsedWithCloudKit))])
  }

  // MARK: spellings

  static func text(_ value: AttributeValue) -> String {
    switch value {
    case .boolean(let flag): flag ? "YES" : "NO"
    case .integer(let number): String(number)
    case .decimal(let number): number.description
    case .double(let number): String(number)
    case .float(let number): String(number)
    case .string(let text), .uri(let text): text
    case .date(let date):
      Int64(exactly: date.timeIntervalSinceReferenceDate).map { String($0) }
        ?? String(date.timeIntervalSinceReferenceDate)
    case .data(let data): data.base64EncodedString()
    case .uuid(let uuid): uuid.uuidString
    }
  }

  private func yes(_ flag: Bool) -> String? { flag ? "YES" : nil }

  private func count(_ number: Int) -> String? { number == 0 ? nil : String(number) }

  private func syncable(_ flag: Bool) -> String? { flag ? (saysSyncable ? "YES" : nil) : "NO" }

  private func list(_ entries: [(String, String?)]) -> [SourceAttribute] {
    entries.compactMap { name, text in text.map { SourceAttribute(name, $0) } }
  }
}

extension SourceRemainder {
  /// What a file's attributes say beyond those that would be written for the description read from them.
  init(_ original: [SourceAttribute], written: [SourceAttribute], known: [String]) {
    self.init()
    for attribute in original {
      if !Vocabulary.isKnown(attribute.name, in: known) {
        attributes.append(attribute)
      } else {
        let standsFor = written.first { $0.name == attribute.name }?.text
        if standsFor != attribute.text {
          spellings.append(Spelling(name: attribute.name, text: attribute.text, standsFor: standsFor))
        }
      }
    }
    for attribute in written where !original.contains(where: { $0.name == attribute.name }) {
      spellings.append(Spelling(name: attribute.name, text: nil, standsFor: attribute.text))
    }
  }

  /// The elements to write: the file's own where they say more than the description holds.
  func completing(_ children: [SourceElement]) -> [SourceElement] {
    guard !wholes.isEmpty else { return children }
    var left = wholes
    return children.map { child in
      guard let position = left.firstIndex(where: { $0.standsFor == child }) else { return child }
      return left.remove(at: position).element
    }
  }

  /// The attributes to write: as the description says them, spelled as the file did, with those it could not say.
  func completing(_ written: [SourceAttribute], order: [String]) -> [SourceAttribute] {
    var list = written
    for spelling in spellings {
      let position = list.firstIndex { $0.name == spelling.name }
      guard position.map({ list[$0].text }) == spelling.standsFor else { continue }
      switch (position, spelling.text) {
      case (let position?, let text?): list[position].text = text
      case (let position?, nil): list.remove(at: position)
      case (nil, let text?):
        let rank = order.firstIndex(of: spelling.name) ?? order.count
        let place = list.firstIndex { (order.firstIndex(of: $0.name) ?? order.count) > rank } ?? list.count
        list.insert(SourceAttribute(spelling.name, text), at: place)
      case (nil, nil): break
      }
    }
    return list + attributes.filter { kept in !list.contains { $0.name == kept.name } }
  }
}
