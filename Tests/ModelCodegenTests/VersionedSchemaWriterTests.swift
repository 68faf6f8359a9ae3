import ModelCodegen
import ModelDescription
import Testing

@Suite struct VersionedSchemaWriterTests {
  @Test(arguments: [
    ("Library", "Library"), ("My Model-2", "MyModel2"), ("2nd", "Model2nd"), ("größe_x", "Größe_x"), ("---", "Model"),
  ])
  func identifiersAreMadeOfNames(_ name: String, _ identifier: String) {
    #expect(SchemaVersion.identifier(from: name) == identifier)
    #expect(SchemaVersion.isIdentifier(identifier))
  }

  @Test(arguments: ["", "2a", "a b", "class", "a-b"]) func othersAreNone(_ name: String) {
    #expect(!SchemaVersion.isIdentifier(name))
  }

  private static let family = ModelDescription(entities: [
    EntityDescription(
      name: "Schema",
      attributes: [
        AttributeDescription(
          name: "place", type: .composite, isOptional: true,
          elements: [AttributeDescription(name: "street", type: .string, isOptional: true)])
      ]),
    EntityDescription(name: "Child", superentityName: "Schema"),
  ])

  /// Structs stand inside too; a class that is called as a type of the frameworks makes its name a qualified one.
  @Test func everythingStandsInside() throws {
    let version = SchemaVersion(name: "FamilyV2", model: Self.family, title: "Family", number: [2, 1, 0])
    let (file, _) = try VersionedSchemaWriter(version).generate(header: ["For a test."])
    #expect(file.name == "FamilyV2.swift")
    #expect(
      file.text == """
        // FamilyV2.swift
        // For a test.

        import Foundation
        import SwiftData

        @available(iOS 26, macOS 26, tvOS 26, visionOS 26, watchOS 26, *)
        enum FamilyV2: VersionedSchema {
          static var versionIdentifier: SwiftData.Schema.Version { SwiftData.Schema.Version(2, 1, 0) }

          static var models: [any PersistentModel.Type] {
            [Child.self, Schema.self]
          }

          @available(iOS 26, macOS 26, tvOS 26, visionOS 26, watchOS 26, *)
          @Model
          final class Child: Schema {
            override init() {
              super.init()
            }
          }

          @Model
          class Schema {
            var place: SchemaPlace?

            init() {}
          }

          struct SchemaPlace: Codable, Hashable {
            var street: String?
          }
        }

        """)
  }

  @Test func stagesThatAreNotLightweightSayWhy() throws {
    let versions = [1, 2].map {
      SchemaVersion(name: "FamilyV\($0)", model: Self.family, title: "Family", number: [$0, 0, 0])
    }
    let file = try MigrationPlanWriter(
      "FamilyPlan", versions: versions, stages: [.init(obstacles: ["Schema.x: it has no\ndefault value. Give it one."])]
    ).generate()
    #expect(
      file.text.contains(
        """
          // Not lightweight:
          // Schema.x: it has no default value. Give it one.
          static var familyV1ToFamilyV2: MigrationStage {
            .custom(
              fromVersion: FamilyV1.self, toVersion: FamilyV2.self, willMigrate: nil,
              didMigrate: { context in
                // Fill what is named above.
                try context.save()
              })
          }

        """))
    #expect(file.text.hasSuffix("\ntypealias Schema = FamilyV2.Schema\n"))
  }
}
