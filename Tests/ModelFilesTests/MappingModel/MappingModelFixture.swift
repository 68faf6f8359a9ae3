import Foundation
import ModelDescription

@testable import ModelFiles

/// A mapping model in Xcode's form, put together line by line: Book becomes Book, those with pages make a Shelf.
enum MappingModelFixture {
  static func expression(_ format: String) -> String {
    ArchivedMappingExpression.write(format)?.base64EncodedString() ?? ""
  }

  static let mapping = object(
    "XDDEVMAPPINGMODEL", "z102",
    [
      ("sourcemodelpath", "App/Library.xcdatamodeld/Library 2.xcdatamodel"),
      ("sourcemodeldata", Xcode3Fixture.data.base64EncodedString(options: .lineLength64Characters) + "\n"),
      ("destinationmodelpath", "App/Library.xcdatamodeld/Library 3.xcdatamodel"),
      ("destinationmodeldata", Xcode3Fixture.data.base64EncodedString()),
    ], "<relationship name=\"entitymappings\" type=\"0/0\" destination=\"XDDEVENTITYMAPPING\" idrefs=\"z104 z103\">")

  static let shelf = object(
    "XDDEVENTITYMAPPING", "z103",
    [
      ("sourcename", "Book"), ("destinationname", "Shelf"), ("mappingnumber", "1"), ("mappingtypename", "Undefined"),
      ("sourcefilterpredicatestring", "pages &gt; 0 &amp;&amp; title != nil"), ("autogenerateexpression", "1"),
    ], "<relationship name=\"relationshipmappings\" type=\"0/0\" idrefs=\"z107\">")

  static let book = object(
    "XDDEVENTITYMAPPING", "z104",
    [
      ("name", "Books"), ("sourcename", "Book"), ("destinationname", "Book"), ("mappingnumber", "2"),
      ("mappingtypename", "Transform"), ("migrationpolicyclassname", "App.BookPolicy"),
      ("autogenerateexpression", "1"),
    ], "<relationship name=\"attributemappings\" type=\"0/0\" idrefs=\"z105 z106\">")

  static let title = object(
    "XDDEVATTRIBUTEMAPPING", "z105", [("name", "title"), ("valueexpressiondata", expression("$source.title"))])
  static let pages = object("XDDEVATTRIBUTEMAPPING", "z106", [("name", "pages")])
  static let books = object(
    "XDDEVRELATIONSHIPMAPPING", "z107",
    [
      ("name", "books"), ("sourcekeypath", "$source"), ("sourcemappingname", "Books"), ("autogenerateexpression", "1"),
    ])

  static let all = [mapping, shelf, book, title, pages, books]

  static func object(
    _ type: String, _ id: String, _ attributes: [(String, String)], _ references: String = ""
  ) -> String {
    let lines = attributes.map { "    <attribute name=\"\($0.0)\" type=\"string\">\($0.1)</attribute>" }
    let end = references.isEmpty ? [] : ["    \(references)</relationship>"]
    return (["  <object type=\"\(type)\" id=\"\(id)\">"] + lines + end + ["  </object>"]).joined(separator: "\n")
  }

  static func text(_ objects: [String] = all) -> String {
    """
    <?xml version="1.0" standalone="yes"?>
    <!DOCTYPE database SYSTEM "file:///System/Library/DTDs/CoreData.dtd">
    <database>
      <databaseInfo><version>134481920</version><UUID>A</UUID></databaseInfo>
    \(objects.joined(separator: "\n"))
    </database>
    """
  }

  static func read(_ objects: [String] = all) throws -> MappingModelFile {
    try MappingModelFile.read(Data(text(objects).utf8), name: "M", path: "M")
  }
}
