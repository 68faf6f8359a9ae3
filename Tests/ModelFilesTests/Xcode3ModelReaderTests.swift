import Foundation
import ModelDescription
import TestKit
import Testing

@testable import ModelFiles

@Suite struct Xcode3ModelReaderTests {
  @Test func entitiesAndPropertiesAreRead() throws {
    let folder = try TemporaryFolder()
    let version = folder.file("Old.xcdatamodeld/Old.xcdatamodel")
    try FileManager.default.createDirectory(at: version, withIntermediateDirectories: true)
    try Xcode3Fixture.data.write(to: version.appendingPathComponent("elements"))
    let read = try ModelFiles.load(folder.file("Old.xcdatamodeld")).version()
    #expect(read.name == "Old")
    #expect(read.warnings == [])
    let model = read.model
    #expect(model.versionIdentifiers == ["7"])
    #expect(model.entities.map(\.name) == ["Book", "Novel", "Shelf"])
    let book = try #require(model.entity(named: "Book"))
    #expect(book.isAbstract && book.className == "CDBook")
    #expect(model.entity(named: "Novel")?.superentityName == "Book")
    let pages = try #require(book.attributes.first { $0.name == "pages" })
    #expect(pages.type == .integer16 && pages.isOptional && pages.defaultValue == .integer(1))
    #expect(pages.validation.minimum == .integer(1))
    #expect(book.attributes.first { $0.name == "title" }?.isIndexed == true)
    let shelf = try #require(book.relationships.first)
    #expect(shelf.destinationEntityName == "Shelf" && shelf.inverseName == "books" && !shelf.isToMany)
    #expect(shelf.minimumCount == 1 && shelf.maximumCount == 1)
    #expect(model.entity(named: "Shelf")?.relationships.first?.deleteRule == .cascade)
    _ = try ResolvedModel(model)
  }

  /// No model of Xcode 3 at hand has these, so their form is not known: each is named, and the rest is read.
  @Test func whatIsNotReadIsNamed() throws {
    let data = BinaryPlistWriter.data(Xcode3Fixture.archive(withMore: true))
    let read = try Xcode3ModelReader.read(data, path: "M")
    #expect(
      read.warnings == [
        "M: its configurations are not read", "M: the fetch requests of entity Book are not read",
        "M: the compound indexes of entity Book are not read",
      ])
    let plain = try Xcode3ModelReader.read(Xcode3Fixture.data, path: "M")
    #expect(plain.warnings.isEmpty && read.model == plain.model)
  }

  @Test(arguments: [
    (Data("no archive".utf8), "M: is no model of Xcode 3: not a binary property list"),
    (Data("version https://git-lfs.github.com/spec/v1\n".utf8), "M: " + FileKind.gitPointerMessage),
    (ArchivedModelWriterFixture.data, "M: holds a NSManagedObjectModel, not a model of Xcode 3"),
  ])
  func otherFilesAreRefused(content: Data, message: String) {
    #expect {
      _ = try Xcode3ModelReader.read(content, path: "M")
    } throws: { "\($0)" == message }
  }
}

/// A compiled model of one empty entity.
enum ArchivedModelWriterFixture {
  static var data: Data {
    guard let model = try? ResolvedModel(ModelDescription(entities: [EntityDescription(name: "A")])) else {
      return Data()
    }
    return ArchivedModelWriter.write(model, defaultConfiguration: false)
  }
}
