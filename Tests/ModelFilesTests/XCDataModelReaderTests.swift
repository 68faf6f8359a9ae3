import Foundation
import ModelDescription
import ModelFiles
import TestKit
import Testing

@Suite struct XCDataModelReaderTests {
  @Test func theLibraryExampleHasTwoVersions() throws {
    let bundle = try ModelFiles.load(
      SharedMaterial.packageRoot.appendingPathComponent("Examples/Library/Library.xcdatamodeld"))
    #expect(bundle.versions.map(\.name) == ["Library", "Library 2"])
    #expect(bundle.warnings == [])
    #expect(bundle.versions.flatMap(\.warnings) == [])
    let book = try #require(bundle.versions.first?.model.entity(named: "Book"))
    #expect(book.className == "CDBook")
    #expect(book.uniquenessConstraints == [["isbn"]])
    #expect(book.attributes.first { $0.name == "cover" }?.allowsExternalStorage == true)
    #expect(book.attributes.first { $0.name == "pageCount" }?.defaultValue == .integer(0))
    let loans = try #require(book.relationships.first { $0.name == "loans" })
    #expect(loans.isToMany && loans.inverseName == "book" && loans.maximumCount == 0)
  }

  @Test func whatIsUnknownIsNamed() throws {
    let xml = #"""
      <model><entity name="A" flavour="sweet"><attribute name="x" attributeType="String" shade="red"/><novelty/></entity><extra/></model>
      """#
    let result = try XCDataModelReader.read(Data(xml.utf8), path: "M")
    #expect(
      result.warnings == [
        #"M: unknown attribute "flavour" of entity A"#, "M: unknown element <novelty> in entity A",
        #"M: unknown attribute "shade" of attribute A.x"#, "M: unknown element <extra> in <model>",
      ])
  }

  @Test(arguments: [
    ("", "the file is empty"),
    ("version https://git-lfs.github.com/spec/v1\noid sha256:0\n", "Git LFS pointer"),
    ("<model><entity", "the XML is malformed"),
    ("<html/>", "its root element is <html>"),
    (
      #"<model><entity name="A"><attribute name="x" attributeType="Complex"/></entity></model>"#,
      "A.x has the unknown type"
    ),
    (
      #"<model><entity name="A"><attribute name="x" attributeType="Composite" composite="C"/></entity><composite name="C"><attribute name="y" attributeType="Composite" composite="C"/></composite></model>"#,
      "composite C contains itself"
    ),
  ])
  func badInputIsNamed(_ text: String, _ message: String) {
    #expect {
      _ = try XCDataModelReader.read(Data(text.utf8), path: "M")
    } throws: { error in
      "\(error)".hasPrefix("M: ") && "\(error)".contains(message)
    }
  }
}
