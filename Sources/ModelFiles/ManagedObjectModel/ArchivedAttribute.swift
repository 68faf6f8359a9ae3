import Foundation
import ModelDescription

/// One attribute of an archived model.
struct ArchivedAttribute {
  let description: AttributeDescription

  /// Composites inside composites; the reader descends by recursion, so a hostile file must not choose how far.
  private static let deepestNesting = 16

  init(_ object: KeyedArchive.Object, name: String, reader: ArchivedModelReader) throws {
    var seen: Set<Int> = []
    try self.init(object, name: name, reader: reader, depth: 0, seen: &seen)
  }

  /// - Parameter seen: the objects already read for the outermost attribute. An element has one owner, so meeting one
  ///   twice means that the archive loops, or that it fans out beyond its own size.
  private init(
    _ object: KeyedArchive.Object, name: String, reader: ArchivedModelReader, depth: Int, seen: inout Set<Int>
  ) throws {
    guard depth <= Self.deepestNesting else {
      throw BinaryPlistReader.Failure(
        description: "attribute \(name) nests composites more than \(Self.deepestNesting) deep")
    }
    guard seen.insert(object.number).inserted else {
      throw BinaryPlistReader.Failure(description: "attribute \(name) stands twice in one composite")
    }
    let archive = reader.archive
    let code = archive.integer("NSAttributeType", of: object) ?? 0
    guard let type = AttributeType(rawValue: code) else {
      throw BinaryPlistReader.Failure(description: "attribute \(name) has the unknown type \(code)")
    }
    let flags = archive.integer("NSFlagsKey", of: object) ?? 0
    var attribute = AttributeDescription(name: name, type: type)
    attribute.isOptional = reader.isOptional(object)
    attribute.isTransient = reader.isTransient(object)
    attribute.isReadOnly = (archive.integer("_P", of: object) ?? 0) & 4 != 0
    attribute.renamingIdentifier = reader.renamingIdentifier(object, name)
    attribute.versionHashModifier = reader.modifier(object)
    attribute.defaultValue = archive.scalar("NSDefaultValue", of: object).flatMap { Self.value($0, type) }
    let facts = SourceFacts(archive, of: object)
    attribute.valueTransformerName = archive.string("NSValueTransformerName", of: object)
    attribute.valueClassName =
      type == .transformable ? archive.string("NSAttributeValueClassName", of: object) : facts["customClassName"]
    attribute.usesScalarValueType = facts["usesScalarValueType"].map { $0 == "YES" }
    attribute.compositeName = facts["composite"]
    attribute.remainder = facts.remainder()
    attribute.allowsCloudEncryption = facts[flag: "allowsCloudEncryption", normally: false]
    attribute.isSpotlightIndexed = facts[flag: "spotlightIndexingEnabled", normally: false]
    attribute.isStoredInTruthFile = facts[flag: "storedInTruthFile", normally: false]
    attribute.isSyncable = facts[flag: "syncable", normally: true]
    attribute.allowsExternalStorage = flags & 4 != 0
    attribute.preservesValueOnDeletion = flags & 16 != 0
    attribute.isIndexed = archive.flag("NSIsIndexed", of: object)
    attribute.userInfo = reader.userInfo(of: object)
    attribute.derivation = Self.derivation(of: object, reader, facts)
    if type == .composite {
      attribute.elements = try archive.elements("NSCompositeElements", of: object).compactMap { archive.object($0) }
        .map { element in
          let elementName = archive.string("NSPropertyName", of: element) ?? ""
          return try ArchivedAttribute(element, name: elementName, reader: reader, depth: depth + 1, seen: &seen)
            .description
        }
    }
    attribute.validation = ArchivedValidation(object, type: type, reader: reader).description
    description = attribute
  }

  private static func derivation(
    of object: KeyedArchive.Object, _ reader: ArchivedModelReader, _ facts: SourceFacts
  ) -> DerivationDescription? {
    let archive = reader.archive
    let expression = archive.object("NSDerivationExpression", of: object)
    guard object.className == "NSDerivedAttributeDescription" || expression != nil else { return nil }
    let spelling = expression.map { DerivationText.modelSpelling(reader.expressions.text(of: $0)) }
    let filter = archive.object("NSFilteringPredicate", of: object)
    return DerivationDescription(
      expression: facts["derivationExpression"] ?? spelling ?? "",
      filter: facts["filteringPredicate"] ?? filter.map { reader.expressions.text(of: $0) })
  }

  static func value(_ scalar: KeyedArchive.Scalar, _ type: AttributeType) -> AttributeValue? {
    switch (type, scalar) {
    case (.boolean, .integer(let value)): .boolean(value != 0)
    case (.integer16, .integer(let value)), (.integer32, .integer(let value)), (.integer64, .integer(let value)):
      .integer(value)
    case (.double, .real(let value)): .double(value)
    case (.double, .integer(let value)): .double(Double(value))
    case (.float, .real(let value)): .float(Float(value))
    case (.float, .integer(let value)): .float(Float(value))
    case (.decimal, .text(let text)):
      Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")).map { .decimal($0) }
    case (.decimal, .integer(let value)): .decimal(Decimal(value))
    case (.decimal, .real(let value)): .decimal(Decimal(value))
    case (.string, .text(let text)): .string(text)
    case (.uri, .text(let text)): .uri(text)
    case (.date, .date(let seconds)): .date(Date(timeIntervalSinceReferenceDate: seconds))
    case (.uuid, .data(let data)) where data.count == 16:
      .uuid(data.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) })
    case (.binary, .data(let data)), (.transformable, .data(let data)): .data(data)
    case (.undefined, .text(let text)), (.objectID, .text(let text)), (.composite, .text(let text)): .string(text)
    default: nil
    }
  }
}
