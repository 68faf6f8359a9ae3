import SwiftData
import TestKit
import Testing

enum Plant {
  enum Color: String, Codable { case red, green }
  struct Soil: Codable { var acid: Double; var kind: String?; var parts: [Int] }

  @Model final class Flower {
    #Unique<Flower>([\.name], [\.latin, \.year])
    #Index<Flower>([\.name], [\.year, \.name])
    @Attribute(originalName: "title", hashModifier: "2") var name: String
    var latin: String = "sp."
    var year: Int = 1999
    var soil: Soil?
    var color: Color = Color.red
    @Attribute(.externalStorage, .spotlight, .allowsCloudEncryption) var image: Data?
    @Attribute(.transformable(by: "Coder")) var shape: Data?
    @Relationship(deleteRule: .cascade, originalName: "leaflets", inverse: \Leaf.flower) var leaves: [Leaf] = []
    init(name: String) { self.name = name }
  }

  @Model class Leaf {
    var width: Double = 1
    var flower: Flower?
    init() {}
  }

  @Model final class Thorn: Leaf {
    var sharpness: Int = 0
    override init() { super.init() }
  }
}

@Suite struct SchemaTests {
  private let schema = Schema([Plant.Flower.self, Plant.Thorn.self], version: Schema.Version(1, 2, 3))

  @Test func entitiesTellTheirProperties() throws {
    #expect(schema.entitiesByName.keys.sorted() == ["Flower", "Leaf", "Thorn"])
    let flower = try #require(schema.entity(for: Plant.Flower.self))
    #expect(Schema.entityName(for: Plant.Flower.self) == "Flower" && flower.name == "Flower")
    #expect(flower.attributes.count == 7 && flower.relationships.count == 1 && flower.properties.count == 8)
    #expect(
      flower.uniquenessConstraints == [["name"], ["latin", "year"]] && flower.indices == [["name"], ["year", "name"]])
    let name = try #require(flower.attributesByName["name"])
    #expect(name.originalName == "title" && name.hashModifier == "2" && name.isAttribute && !name.isOptional)
    #expect(flower.attributesByName["year"]?.defaultValue as? Int == 1999)
    let image = try #require(flower.attributesByName["image"])
    #expect(image.options == [.externalStorage, .spotlight, .allowsCloudEncryption] && image.isOptional)
    #expect(flower.attributesByName["shape"]?.isTransformable == true)
    let soil = try #require(flower.attributesByName["soil"] as? Schema.CompositeAttribute)
    #expect(soil.properties.map(\.name) == ["acid", "kind", "parts"])
    #expect(soil.properties.map(\.isOptional) == [false, true, false])
    let leaves = try #require(flower.relationshipsByName["leaves"])
    #expect(leaves.destination == "Leaf" && leaves.inverseName == "flower" && leaves.deleteRule == .cascade)
    #expect(!leaves.isToOneRelationship && leaves.isRelationship && leaves.originalName == "leaflets")
    #expect(leaves.keypath == \Plant.Flower.leaves && leaves.inverseKeyPath == \Plant.Leaf.flower)
    let (leaf, thorn) = (try #require(schema.entitiesByName["Leaf"]), try #require(schema.entitiesByName["Thorn"]))
    #expect(thorn.superentity === leaf && thorn.superentityName == "Leaf" && leaf.subentities == [thorn])
    #expect(thorn.inheritedPropertiesByName.keys.sorted() == ["flower", "width"])
    #expect(thorn.storedPropertiesByName.keys.sorted() == ["sharpness"])
  }

  @Test func aSchemaSurvivesAFile() throws {
    let folder = try TemporaryFolder()
    try schema.save(to: folder.file("schema.json"))
    let read = try Schema.load(from: folder.file("schema.json"))
    #expect(read == schema && read.hashValue == schema.hashValue && read.version == Schema.Version(1, 2, 3))
    #expect(read.encodingVersion == Schema.schemaEncodingVersion)
    #expect(Set(read.entities.map(\.name)) == Set(schema.entities.map(\.name)))
    let flower = try #require(read.entitiesByName["Flower"])
    #expect(flower.attributesByName["year"]?.defaultValue as? Int == 1999)
    #expect((flower.attributesByName["soil"] as? Schema.CompositeAttribute)?.properties.count == 3)
    #expect(read.entitiesByName["Thorn"]?.superentity?.name == "Leaf")
    // The classes are found again, so that a container can be made of it.
    let context = ModelContext(
      try ModelContainer(for: read, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
    let rose = Plant.Flower(name: "Rose")
    context.insert(rose)
    rose.leaves = [Plant.Leaf()]
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Plant.Leaf>()) == 1)
  }

  @Test func listsOfKeyPathsAreCodedByName() throws {
    let unique = Schema.Unique<Plant.Flower>([\.name], [\.latin, \.year])
    let index = Schema.Index<Plant.Flower>(.binary([\.name]), .rtree([\.year]))
    let (coder, decoder) = (JSONEncoder(), JSONDecoder())
    #expect(try decoder.decode(Schema.Unique<Plant.Flower>.self, from: coder.encode(unique)) == unique)
    #expect(try decoder.decode(Schema.Index<Plant.Flower>.self, from: coder.encode(index)) == index)
    #expect(unique.isUnique && !index.isUnique)
    #expect(throws: (any Error).self) { try coder.encode(Schema.Unique<Plant.Flower>([\.name.count])) }
    #expect(throws: (any Error).self) {
      try decoder.decode(
        Schema.Unique<Plant.Leaf>.self, from: Data(#"{"constraints": [{"properties": ["name"]}]}"#.utf8))
    }
  }

  @Test func aSchemaOfHandMadeEntities() throws {
    let name = Schema.Attribute(name: "name", options: [.unique], valueType: String.self)
    let child = Schema.Entity("Child", properties: Schema.Attribute(name: "age", valueType: Int?.self))
    let parent = Schema.Entity("Parent", subentities: child, properties: name)
    let made = Schema(parent, version: Schema.Version(2, 0, 0))
    #expect(made.entities.map(\.name) == ["Parent", "Child"] && child.superentity === parent)
    #expect(name.isUnique && child.attributesByName["age"]?.isOptional == true)
    parent.attributes = [Schema.Attribute(name: "title", valueType: String.self)]
    #expect(parent.attributesByName.keys.sorted() == ["title"])
    #expect(try JSONDecoder().decode(Schema.self, from: JSONEncoder().encode(made)) == made)
  }

  @Test func versionsCompareByParts() throws {
    let versions = [(1, 0, 0), (1, 0, 10), (1, 2, 0), (2, 0, 0)].map { Schema.Version($0, $1, $2) }
    #expect(versions.shuffled().sorted() == versions && "\(versions[1])" == "1.0.10")
    #expect(try JSONDecoder().decode([Schema.Version].self, from: JSONEncoder().encode(versions)) == versions)
  }

  @Test func optionsAreCodable() throws {
    let options: [Schema.Attribute.Option] = [
      .unique, .externalStorage, .allowsCloudEncryption, .preserveValueOnDeletion, .ephemeral, .spotlight, .codable,
      .transformable(by: "Name"),
    ]
    #expect(try JSONDecoder().decode([Schema.Attribute.Option].self, from: JSONEncoder().encode(options)) == options)
    #expect(Set(options).count == 8 && Schema.Relationship.DeleteRule(rawValue: "deny") == .deny)
  }
}
