import Foundation
import ModelDescription
import TestKit
import Testing

@testable import ModelFiles

/// `.xcmappingmodel` files, in the form that Xcode writes.
@Suite struct MappingModelReaderTests {
  private typealias Fixture = MappingModelFixture

  @Test func aMappingModelIsReadFromItsFolder() throws {
    let folder = try TemporaryFolder()
    let place = folder.file("Two to three.xcmappingmodel")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    try Data(Fixture.text().utf8).write(to: place.appendingPathComponent("xcmapping.xml"))
    for url in [place, place.appendingPathComponent("xcmapping.xml")] {
      let file = try MappingModelFile.load(url)
      #expect(file.name == "Two to three")
      #expect(file.warnings == [])
      let description = file.description
      #expect(description.source.name == "Library 2" && description.destination.name == "Library 3")
      #expect(description.source.model?.entities.map(\.name) == ["Book", "Novel", "Shelf"])
      #expect(description.entityMappings.map(\.title) == ["BookToShelf", "Books"])
    }
  }

  @Test func whatTheMappingsSayIsRead() throws {
    let mappings = try Fixture.read().description.entityMappings
    let shelf = EntityMappingDescription(
      from: "Book", to: "Shelf", sourceFilter: "pages > 0 && title != nil",
      relationships: [PropertyMappingDescription("books", sourceKeyPath: "$source", sourceMappingName: "Books")])
    let book = EntityMappingDescription(
      name: "Books", from: "Book", to: "Book", kind: .transform, policyClassName: "App.BookPolicy",
      attributes: [
        PropertyMappingDescription("title", .format("$source.title")), PropertyMappingDescription("pages"),
      ])
    #expect(mappings == [shelf, book])
  }

  /// Texts that read back as they were written; their forms are those of the real mapping models.
  @Test(arguments: [
    "$source.title", "$source.author.name", "\"Unknown\"", "0", "1.5", "now()", "uppercase:($source.title)",
    "CAST(12.5, \"NSDate\")", "nil", "SELF", "title", "$source",
    "FUNCTION($manager, \"destinationInstancesForEntityMappingNamed:sourceInstances:\", \"NoteToNote\", $source)",
    "FUNCTION($entityPolicy, \"lengthOf:\", $source.title)",
  ])
  func expressionsAreRead(_ text: String) throws {
    let data = try #require(ArchivedMappingExpression.write(text))
    #expect(ArchivedMappingExpression.read(data) == .format(text))
  }

  /// Kept with what is wrong, never dropped, never guessed.
  @Test func expressionsOfUnknownFormAreKept() throws {
    var archive = KeyedArchiveWriter()
    let list = archive.list(.mutableArray, [archive.string("a")])
    let constant = archive.object(.constantExpression, ["NSConstantValue": list, "NSExpressionType": .integer(0)])
    let odd = archive.data(root: constant)
    for (data, reason) in [
      (Data("text".utf8), "it is no archived expression: not a binary property list"),
      (odd, "it has a list as a constant"),
      (Xcode3Fixture.data, "it has a "),
    ] {
      guard case .unread(let kept, let why) = ArchivedMappingExpression.read(data) else {
        Issue.record("read: \(reason)")
        continue
      }
      #expect(kept == data && why.hasPrefix(reason), "\(why)")
    }
    let property = Fixture.object(
      "XDDEVATTRIBUTEMAPPING", "z105",
      [("name", "title"), ("valueexpressiondata", Data([1, 2]).base64EncodedString())])
    let file = try Fixture.read([Fixture.mapping, Fixture.shelf, Fixture.book, property, Fixture.pages, Fixture.books])
    #expect(file.warnings.count == 1 && file.warnings[0].hasPrefix("M: Books.title: its expression cannot be read: "))
    guard case .unread(Data([1, 2]), _)? = file.description.entityMappings[1].attributes[0].expression else {
      Issue.record("the expression is gone")
      return
    }
  }

  @Test func whatIsNotReadIsNamed() throws {
    let book = Fixture.book.replacing("<attribute name=\"name\"", with: "<attribute name=\"colour\"")
    let model = Fixture.mapping.replacing("destinationmodeldata", with: "othermodeldata")
    let file = try Fixture.read([model, Fixture.shelf, book, Fixture.title, Fixture.pages, Fixture.books])
    #expect(
      file.warnings == [
        "M: the mapping model: its attribute othermodeldata is not read",
        "M, its copy of the destination model: there is none, so that it can only be used with models that are given",
        "M: the entity mapping BookToBook: its attribute colour is not read",
      ])
  }

  @Test(arguments: [
    ("<database", "line 1: the XML is malformed: a name is missing"),
    ("<model/>", "its root element is <model>, not <database>: it is no mapping model"),
    ("<database/>", "it holds 0 mapping models; it should hold one"),
    ("<database><object type=\"X\"/></database>", "an <object> lacks its type or its id"),
    (
      "<database><object type=\"XDOTHER\" id=\"z1\"/></database>",
      "the object z1 is a XDOTHER, which no mapping model is known to have"
    ),
    ("version https://git-lfs.github.com/spec/v1\n", "is a Git LFS pointer, not the mapping model itself"),
    ("", "the file is empty"),
  ])
  func otherFilesAreRefused(_ text: String, _ message: String) {
    #expect {
      _ = try MappingModelFile.read(Data(text.utf8), name: "M", path: "M")
    } throws: { "\($0)".hasPrefix("M: \(message)") }
  }

  /// What is exchanged for what, and the error.
  @Test(arguments: [
    (">Transform<", ">Merge<", "the entity mapping Books: its type \"Merge\" is unknown; known are Undefined, Custom"),
    (">2<", ">two<", "the entity mapping Books: its number \"two\" is none"),
    ("idrefs=\"z104 z103\"", "idrefs=\"z104 z999\"", "entitymappings of the object z102 refers to z999"),
    ("idrefs=\"z105 z106\"", "idrefs=\"z107\"", "attributemappings of the object z104 refers to z107"),
    ("id=\"z106\"", "id=\"z105\"", "two of its objects are called z105"),
    (">pages<", "><", "the entity mapping Books: the property mapping z106 has no name"),
    (">Books<", ">BookToShelf<", "the entity mapping BookToShelf: two entity mappings have this name"),
  ])
  func faultsAreNamed(_ part: String, _ other: String, _ message: String) {
    let text = Fixture.text().replacing(part, with: other)
    #expect(text != Fixture.text())
    #expect {
      _ = try MappingModelFile.read(Data(text.utf8), name: "M", path: "M")
    } throws: { "\($0)".hasPrefix("M: \(message)") }
  }

  @Test func placesWithoutAMappingModelAreNamed() throws {
    let folder = try TemporaryFolder()
    let empty = folder.file("Empty.xcmappingmodel")
    try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: true)
    let compiled = folder.file("Two.cdm")
    try Data("bplist00".utf8).write(to: compiled)
    for (url, message) in [
      (empty, "the folder holds no mapping model: it has no xcmapping.xml"),
      (folder.file("None.xcmappingmodel"), "there is no such file or folder"),
      (compiled, "is a compiled mapping model, whose form is not known here"),
    ] {
      #expect {
        _ = try MappingModelFile.load(url)
      } throws: { "\($0)".hasPrefix("\(url.path): \(message)") }
    }
  }

  /// Bytes changed at random: read, or refused with a line, and nothing traps.
  @Test func damagedFilesAreAnErrorOrRead() {
    var generator = SeededGenerator(seed: 5)
    let whole = [UInt8](Fixture.text().utf8)
    for _ in 0..<300 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      do {
        _ = try MappingModelFile.read(Data(bytes), name: "M", path: "M")
      } catch {
        #expect("\(error)".hasPrefix("M"), "\(error)")
      }
    }
  }
}
