import Foundation
import ModelDescription

extension Fixtures {
  private static let plain: [AttributeType] = [
    .integer16, .integer32, .integer64, .decimal, .double, .float, .string, .boolean, .date, .binary, .uuid, .uri,
  ]

  /// Each type required, optional, and with each option that an attribute may have.
  static let types = ModelDescription(entities: [
    EntityDescription(
      name: "Everything",
      attributes: plain.flatMap { type in
        [
          AttributeDescription(name: "required\(type)", type: type),
          AttributeDescription(name: "optional\(type)", type: type, isOptional: true),
        ]
      } + [
        AttributeDescription(name: "file", type: .binary, isOptional: true, allowsExternalStorage: true),
        AttributeDescription(
          name: "secret", type: .string, versionHashModifier: "2", preservesValueOnDeletion: true,
          allowsCloudEncryption: true, isSpotlightIndexed: true),
        AttributeDescription(name: "passing", type: .double, isOptional: true, isTransient: true),
        AttributeDescription(name: "renamed", type: .string, renamingIdentifier: "a \"name\" of before"),
        AttributeDescription(name: "owner", type: .objectID, isOptional: true),
        AttributeDescription(name: "nothing", type: .undefined, isOptional: true, isTransient: true),
        AttributeDescription(
          name: "count", type: .integer64, derivation: DerivationDescription(expression: "parts.@count")),
        AttributeDescription(
          name: "changedAt", type: .date, derivation: DerivationDescription(expression: "now()")),
      ])
  ])

  /// Values that are awkward to write as expressions.
  static let defaults = ModelDescription(entities: [
    EntityDescription(
      name: "Start",
      attributes: [
        AttributeDescription(name: "short", type: .integer16, defaultValue: .integer(-32768)),
        AttributeDescription(name: "long", type: .integer64, defaultValue: .integer(.min)),
        AttributeDescription(name: "flag", type: .boolean, defaultValue: .integer(1)),
        AttributeDescription(name: "maybe", type: .boolean, isOptional: true, defaultValue: .boolean(false)),
        AttributeDescription(name: "ratio", type: .double, defaultValue: .double(-.infinity)),
        AttributeDescription(name: "noRatio", type: .float, defaultValue: .float(.nan)),
        AttributeDescription(name: "tiny", type: .float, isOptional: true, defaultValue: .float(1.5e-30)),
        AttributeDescription(name: "price", type: .decimal, defaultValue: .decimal(Decimal(string: "-0.007") ?? 0)),
        AttributeDescription(
          name: "exact", type: .decimal, isOptional: true,
          defaultValue: .decimal(Decimal(string: "12345678901234567890123456789012345678") ?? 0)),
        AttributeDescription(name: "text", type: .string, defaultValue: .string("\"\\(1)\\\"\n\u{200B}é\u{1F600}")),
        AttributeDescription(name: "day", type: .date, defaultValue: .date(Date(timeIntervalSinceReferenceDate: -0.5))),
        AttributeDescription(name: "bytes", type: .binary, defaultValue: .data(Data([0, 255]))),
        AttributeDescription(name: "none", type: .binary, isOptional: true, defaultValue: .data(Data())),
        AttributeDescription(
          name: "key", type: .uuid,
          defaultValue: .uuid(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 255)))),
        AttributeDescription(
          name: "otherKey", type: .uuid, isOptional: true,
          defaultValue: .uuid(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))),
        AttributeDescription(name: "site", type: .uri, defaultValue: .uri("https://example.org/?q=a%20b")),
        AttributeDescription(name: "page", type: .uri, isOptional: true, defaultValue: .uri("file:///")),
        AttributeDescription(name: "noPage", type: .uri, isOptional: true, defaultValue: .uri("")),
      ])
  ])

  static let transformables = ModelDescription(entities: [
    EntityDescription(
      name: "Bag",
      attributes: [
        transformable("words", "NSSecureUnarchiveFromData", "[String]"),
        transformable("table", "NSSecureUnarchiveFromData", "[String: [Int]]"),
        transformable("array", "NSSecureUnarchiveFromData", "NSArray"),
        transformable("color", "ColorTransformer", "UIColor"),
        transformable("generic", "NSSecureUnarchiveFromData", "Set<Date>"),
        transformable("either", "NSSecureUnarchiveFromData", "Array"),
        transformable("untold", nil, nil),
        AttributeDescription(name: "must", type: .transformable, valueTransformerName: "", valueClassName: "NSString"),
        transformable("any", "MineTransformer", "[String: Any]"),
        transformable("nested", "MineTransformer", "MyModule.Value"),
        transformable("maybe", "MineTransformer", "[String?]"),
      ])
  ])

  private static func transformable(_ name: String, _ transformer: String?, _ type: String?) -> AttributeDescription {
    AttributeDescription(
      name: name, type: .transformable, isOptional: true, valueTransformerName: transformer, valueClassName: type)
  }

  static let composites = ModelDescription(
    entities: [
      EntityDescription(
        name: "Shop",
        attributes: [
          AttributeDescription(
            name: "place", type: .composite, isOptional: true, compositeName: "Address", elements: address),
          AttributeDescription(name: "depot", type: .composite, compositeName: "Address", elements: address),
          AttributeDescription(
            name: "size", type: .composite, isOptional: true,
            elements: [
              AttributeDescription(name: "width", type: .double, isOptional: true),
              AttributeDescription(name: "height", type: .double, isOptional: true),
            ]),
          AttributeDescription(name: "empty", type: .composite, isOptional: true),
        ])
    ], composites: [CompositeDescription(name: "Address", elements: address)])

  private static let address = [
    AttributeDescription(name: "street", type: .string, isOptional: true),
    AttributeDescription(name: "number", type: .integer32, defaultValue: .integer(1)),
    AttributeDescription(name: "default", type: .boolean, isOptional: true),
    AttributeDescription(
      name: "position", type: .composite, isOptional: true,
      elements: [
        AttributeDescription(name: "latitude", type: .double, isOptional: true),
        AttributeDescription(name: "longitude", type: .double, isOptional: true),
      ]),
  ]
}
