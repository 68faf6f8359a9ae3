import Foundation
import ModelDescription
import TestKit
import Testing

@testable import ModelFiles

/// Models written as a store's cache, and what the cache then holds.
@Suite struct ModelCacheTests {
  @Test func everyFactReadsBack() throws {
    let model = Self.everything
    let content = try ModelCache.write(ResolvedModel(model))
    #expect(try ModelCache.read(content).canonical() == model.canonical())
    #expect(try ModelCache.write(ResolvedModel(model)) == content)
  }

  @Test func theLibraryExampleReadsBack() throws {
    let bundle = try ModelFiles.load(
      SharedMaterial.packageRoot.appendingPathComponent("Examples/Library/Library.xcdatamodeld"))
    for version in bundle.versions {
      let again = try ModelCache.read(ModelCache.write(ResolvedModel(version.model)))
      #expect(again.canonical() == version.model.canonical())
    }
  }

  /// What an archive of Apple's has no place for is under a key of ours, and only when there is such a fact.
  @Test func ordinaryModelsCarryNoKeyOfOurs() throws {
    let plain = ModelDescription(
      entities: [EntityDescription(name: "A", attributes: [AttributeDescription(name: "b", type: .string)])])
    for (model, expected) in [(plain, false), (Self.everything, true)] {
      let archive = try KeyedArchive(ArchivedModelWriter.write(ResolvedModel(model), defaultConfiguration: false))
      #expect(archive.allObjects.contains { $0.fields[SourceFacts.key] != nil } == expected)
    }
  }

  @Test func theDefaultConfigurationNamesAllEntities() throws {
    let archive = try KeyedArchive(
      ArchivedModelWriter.write(ResolvedModel(Self.everything), defaultConfiguration: true))
    let configurations = archive.entries("NSConfigurations", of: archive.root)
    #expect(configurations.map(\.key) == ["default", "Local"])
    #expect(configurations.map { archive.elements($0.value).count } == [3, 1])
  }

  @Test(arguments: ["0", "1", "-1", "3.25", "-0.001", "79228162514264337593543950335", "1e100", "65536"])
  func decimalsReadBack(text: String) throws {
    let value = try #require(Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")))
    let fields = try #require(DecimalArchive.fields(value))
    let read = try #require(DecimalArchive.text(fields))
    #expect(Decimal(string: read, locale: Locale(identifier: "en_US_POSIX")) == value)
  }

  @Test func valuesOfEveryKindReadBackFromABinaryPropertyList() throws {
    let values: [PlistValue] = [
      .boolean(true), .integer(0), .integer(255), .integer(256), .integer(65_536), .integer(.max), .integer(-1),
      .integer(.min), .real(0.1), .date(1e9), .data(Data([1, 2])), .data(Data(count: 300)), .string("a"),
      .string(String(repeating: "x", count: 70_000)), .string("Grüße 🚂"), .uid(1), .uid(70_000),
      .array([.string("a"), .array([])]), .dictionary(["k": .integer(1), "l": .dictionary([:])]),
    ]
    let list = PlistValue.array(values + [.array(Array(repeating: .string("again"), count: 300))])
    let data = BinaryPlistWriter.data(list)
    #expect(try BinaryPlistReader.read(data) == list)
    let plain = BinaryPlistWriter.data(.dictionary(["n": .integer(7), "t": .string("Grüße")]))
    let foundation = try PropertyListSerialization.propertyList(from: plain, format: nil) as? [String: Any]
    #expect(foundation?["n"] as? Int == 7)
    #expect(foundation?["t"] as? String == "Grüße")
  }

  /// Every kind of fact that a description can hold.
  static let everything = ModelDescription(
    entities: [
      EntityDescription(
        name: "Base", isAbstract: true, className: "CDBase", codeGeneration: .class, renamingIdentifier: "OldBase",
        versionHashModifier: "m", isSyncable: false, spotlightDisplayName: "title",
        attributes: attributes,
        relationships: [
          RelationshipDescription(
            name: "owner", destinationEntityName: "Owner", inverseName: "bases", isToMany: false,
            deleteRule: .deny, renamingIdentifier: "keeper", isSpotlightIndexed: true)
        ],
        fetchedProperties: [
          FetchedPropertyDescription(
            name: "recent",
            request: FetchTemplateDescription(
              name: "fetchedPropertyFetchRequest", entityName: "Owner", predicate: "name == $FETCH_SOURCE.title",
              options: ["returnObjectsAsFaults": "NO"]), userInfo: UserInfo(["a": "b"]))
        ],
        uniquenessConstraints: [["title", "count"], ["owner"]],
        indexes: [
          FetchIndexDescription(
            name: "byTitle",
            elements: [
              .init(propertyName: "title", isAscending: false),
              .init(propertyName: nil, expression: "lowercase:(title)"),
            ], partialPredicate: "count > 3 AND NOT title BEGINSWITH 'x'")
        ], userInfo: UserInfo(["k": "v"])),
      EntityDescription(
        name: "Child", superentityName: "Base",
        attributes: [AttributeDescription(name: "own", type: .string, isIndexed: true)],
        compoundIndexes: [["own", "title"]]),
      EntityDescription(
        name: "Owner", attributes: [AttributeDescription(name: "name", type: .string, isOptional: true)],
        relationships: [
          RelationshipDescription(
            name: "bases", destinationEntityName: "Base", inverseName: "owner", isToMany: true, isOrdered: true,
            minimumCount: 1, maximumCount: 5, deleteRule: .cascade, versionHashModifier: "x")
        ]),
    ],
    composites: [CompositeDescription(name: "Place", elements: [AttributeDescription(name: "city", type: .string)])],
    configurations: [ConfigurationDescription(name: "Local", entityNames: ["Owner"], isUsedWithCloudKit: true)],
    fetchTemplates: [
      FetchTemplateDescription(
        name: "byName", entityName: "Owner",
        predicate: "name ==[cd] $NAME OR SUBQUERY(bases, $b, $b.count > 1).@count > 0",
        fetchLimit: 3, fetchBatchSize: 20)
    ], versionIdentifiers: ["1", "2"])

  private static let attributes: [AttributeDescription] = {
    var title = AttributeDescription(name: "title", type: .string, defaultValue: .string("Ünnamed"))
    title.validation = AttributeValidation(
      minimumLength: 1, maximumLength: 90, regularExpression: "[a-z]+", otherPredicates: ["SELF CONTAINS[c] \"a\""])
    var count = AttributeDescription(name: "count", type: .integer32, defaultValue: .integer(-7))
    count.validation = AttributeValidation(minimum: .integer(-10), maximum: .integer(10))
    count.usesScalarValueType = true
    count.preservesValueOnDeletion = true
    var price = AttributeDescription(
      name: "price", type: .decimal, defaultValue: .decimal(Decimal(sign: .plus, exponent: -2, significand: 1999)))
    price.validation = AttributeValidation(minimum: .decimal(0))
    var date = AttributeDescription(
      name: "date", type: .date, isOptional: true, defaultValue: .date(.init(timeIntervalSinceReferenceDate: 1)))
    date.validation = AttributeValidation(maximum: .date(.init(timeIntervalSinceReferenceDate: 9e8)))
    var total = AttributeDescription(name: "total", type: .double, isOptional: true, isReadOnly: true)
    total.derivation = DerivationDescription(expression: "owner.bases.@sum.count")
    var odd = AttributeDescription(name: "odd", type: .string, isOptional: true, isReadOnly: true)
    odd.derivation = DerivationDescription(expression: "title + 'x'", filter: "count > 0")
    let place = AttributeDescription(
      name: "place", type: .composite, isOptional: true, compositeName: "Place",
      elements: [AttributeDescription(name: "city", type: .string)])
    let blob = AttributeDescription(
      name: "blob", type: .binary, defaultValue: .data(Data([0, 1])), allowsExternalStorage: true,
      allowsCloudEncryption: true, isStoredInTruthFile: true)
    let look = AttributeDescription(
      name: "look", type: .transformable, isTransient: true, valueTransformerName: "T", valueClassName: "UIColor",
      isSpotlightIndexed: true, isSyncable: false)
    return [
      title, count, price, date, total, odd, place, blob, look,
      AttributeDescription(name: "flag", type: .boolean, defaultValue: .boolean(true)),
      AttributeDescription(name: "ratio", type: .float, defaultValue: .float(0.1)),
      AttributeDescription(name: "link", type: .uri, defaultValue: .uri("https://example.org/a b")),
      AttributeDescription(
        name: "key", type: .uuid,
        defaultValue: .uuid(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)))),
    ]
  }()
}
