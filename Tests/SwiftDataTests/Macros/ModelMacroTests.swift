import ModelDescription
import SchemaTypes
import SwiftData
import Testing

@Suite struct ModelMacroTests {
  @Test func valuesAreKept() {
    let book = MacroBook(title: "Emma")
    #expect(book.title == "Emma")
    #expect(book.pages == 12)
    #expect(book.default == "x")
    #expect(book.shelf == .fiction)
    #expect(book.subtitle == nil)
    #expect(book.author == nil)
    #expect(book.tags == [])
    #expect(book.short == "Emm")
    book.title = "Persuasion"
    book.subtitle = "A novel"
    book.pages += 1
    book.shelf = .science
    book.tags.append("b")
    book.isOpen = true
    #expect(book.title == "Persuasion" && book.subtitle == "A novel" && book.pages == 13)
    #expect(book.shelf == .science && book.tags == ["b"] && book.isOpen)
    let box = Archive.Box(label: "one")
    box.content = Data([1])
    #expect(box.label == "one" && box.content == Data([1]))
  }

  @Test func changesAreObserved() {
    let book = MacroBook(title: "Emma")
    let seen = Seen()
    withObservationTracking {
      _ = book.title
    } onChange: {
      seen.count += 1
    }
    book.pages = 3
    #expect(seen.count == 0)
    book.title = "Persuasion"
    #expect(seen.count == 1)
  }

  @Test func schemaReachesModelsThroughRelationships() throws {
    let schema = Schema([MacroAuthor.self])
    #expect(Set(schema.entities.map(\.name)) == ["MacroAuthor", "MacroBook", "Box"])
    let model = try schema.modelDescription()
    #expect(model.versionIdentifiers == ["1.0.0"])
    let book = try #require(model.entity(named: "MacroBook"))
    #expect(book.uniquenessConstraints == [["isbn"], ["title", "pages"]])
    #expect(book.indexes.map(\.name) == ["SwiftDataIndexOnBinarytitle", "SwiftDataIndexOnBinarytitlepages"])
    #expect(
      book.attributes == [
        AttributeDescription(name: "title", type: .string, renamingIdentifier: "name"),
        AttributeDescription(name: "isbn", type: .uuid),
        AttributeDescription(name: "pages", type: .integer64, defaultValue: .integer(12)),
        AttributeDescription(name: "default", type: .string, defaultValue: .string("x")),
        AttributeDescription(
          name: "shelf", type: .composite,
          elements: [AttributeDescription(name: "shelf", type: .string, isOptional: true)],
          userInfo: UserInfo(["EnumType": "true"])),
        AttributeDescription(name: "subtitle", type: .string, isOptional: true),
        AttributeDescription(
          name: "tags", type: .transformable, valueTransformerName: "NSSecureUnarchiveFromData",
          valueClassName: "Array<String>"),
        AttributeDescription(name: "price", type: .decimal, defaultValue: .decimal(0)),
        AttributeDescription(
          name: "cover", type: .transformable, isOptional: true, valueTransformerName: "MyTransformer"),
      ])
    let author = try #require(model.entity(named: "MacroAuthor"))
    #expect(author.uniquenessConstraints == [["name"]])
    #expect(
      author.relationships == [
        RelationshipDescription(
          name: "books", destinationEntityName: "MacroBook", inverseName: "author", inverseEntityName: "MacroBook",
          isOptional: false, isToMany: true, deleteRule: .cascade),
        RelationshipDescription(name: "boxes", destinationEntityName: "Box", isToMany: true),
      ])
    #expect(
      book.relationships == [
        RelationshipDescription(
          name: "author", destinationEntityName: "MacroAuthor", inverseName: "books",
          inverseEntityName: "MacroAuthor", isToMany: false)
      ])
    #expect(model.entity(named: "Box")?.attributes.last?.allowsExternalStorage == true)
  }

  @Test func unstorableTypeIsNamed() {
    let error = #expect(throws: ModelError.self) { try Schema([Unstorable.self]).modelDescription() }
    #expect(error?.entityName == "Unstorable" && error?.propertyName == "pair")
  }
}

private final class Seen: @unchecked Sendable {
  var count = 0
}
