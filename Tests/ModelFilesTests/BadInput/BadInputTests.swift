import Foundation
import ModelDescription
import TestKit
import Testing

@testable import ModelFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What stands in a model's place, and the one line that says so.
@Suite struct BadInputTests {
  /// Name of the file, its content, and the error after the path.
  @Test(arguments: [
    ("A.mom", "", "the file is empty"),
    ("A.mom", "text", "is no compiled model: not a binary property list"),
    ("A.mom", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n", FileKind.gitPointerMessage),
    ("A.mom", "bplist00" + String(repeating: "x", count: 64), "is no compiled model: its trailer is broken"),
    ("A.xcdatamodel/contents", "", "the file is empty"),
    ("A.xcdatamodel/contents", "version https://git-lfs.github.com/spec/v1\n", FileKind.gitPointerMessage),
    ("A.xcdatamodel/contents", "<model", "line 1: the XML is malformed: a name is missing"),
    (
      "A.xcdatamodel/contents", "<model>\n<entity name=\"A\">", "line 2: the XML is malformed: an element is not closed"
    ),
    ("A.xcdatamodel/contents", "\0\0\0\0", "line 1: the XML is malformed: it does not start with an element"),
    ("A.xcdatamodel/contents", "{}", "line 1: the XML is malformed: it does not start with an element"),
    ("A.xcdatamodel/contents", "<html/>", "its root element is <html>, not <model>"),
    ("A.xcdatamodel/elements", "", "is no model of Xcode 3: not a binary property list"),
  ])
  func contentIsNamed(name: String, content: String, message: String) throws {
    let folder = try TemporaryFolder()
    let file = folder.file(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(content.utf8).write(to: file)
    let input = name.contains("/") ? file.deletingLastPathComponent() : file
    #expect {
      _ = try ModelFiles.load(input)
    } throws: { "\($0)" == "\(file.path): \(message)" }
  }

  @Test func truncatedModelsAreNamed() throws {
    let folder = try TemporaryFolder()
    let whole = ArchivedModelWriterFixture.data
    for length in [8, 40, whole.count / 2, whole.count - 1] {
      let file = folder.file("Cut.mom")
      try whole.prefix(length).write(to: file)
      #expect {
        _ = try ModelFiles.load(file)
      } throws: { "\($0)".hasPrefix("\(file.path): is no compiled model: ") }
    }
  }

  @Test func deepNestingIsRefused() {
    let deep = "<model>" + String(repeating: "<entity name=\"A\">", count: 100_000)
    #expect {
      _ = try XCDataModelReader.read(Data(deep.utf8), path: "M")
    } throws: { "\($0)" == "M: line 1: the XML is malformed: elements are nested too deeply" }
  }

  /// A chain of composites, each in the next; and composites that list the next one twice.
  @Test(arguments: [(30, 1, "more than 16 deep"), (16, 4, "too often")])
  func compositesAreBounded(length: Int, fanOut: Int, message: String) {
    var text = #"<model><entity name="A"><attribute name="x" attributeType="Composite" composite="C0"/></entity>"#
    for level in 0..<length {
      text += "<composite name=\"C\(level)\">"
      for copy in 0..<fanOut {
        text +=
          level + 1 < length
          ? "<attribute name=\"n\(copy)\" attributeType=\"Composite\" composite=\"C\(level + 1)\"/>"
          : "<attribute name=\"n\(copy)\" attributeType=\"String\"/>"
      }
      text += "</composite>"
    }
    #expect {
      _ = try XCDataModelReader.read(Data((text + "</model>").utf8), path: "M")
    } throws: { "\($0)".contains(message) }
  }

  // MARK: other things than files

  @Test(arguments: ["A.mom", "A.xcdatamodeld", "A.momd", "A.xcdatamodel", "A"])
  func aFIFOIsRefusedAtOnce(name: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.file(name)
    try #require(mkfifo(path.path, 0o600) == 0)
    #expect {
      _ = try ModelFiles.load(path)
    } throws: { "\($0)".hasPrefix("\(path.path): is a FIFO, socket or device, not a ") }
  }

  @Test(arguments: [("A.mom", "is a folder, not a file with a model"), ("A", "the folder holds no model")])
  func aFolderIsRefused(name: String, message: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.file(name)
    try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
    #expect {
      _ = try ModelFiles.load(path)
    } throws: { "\($0)" == "\(path.path): \(message)" }
  }

  @Test func aFileInPlaceOfABundleIsRefused() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("A.xcdatamodeld")
    try Data("x".utf8).write(to: path)
    #expect {
      _ = try ModelFiles.load(path)
    } throws: { "\($0)" == "\(path.path): is a file, not a bundle with models" }
    #expect {
      _ = try ModelFiles.load(folder.file("Nothing.mom"))
    } throws: { "\($0)" == "\(folder.file("Nothing.mom").path): there is no such file or folder" }
  }

  // MARK: .xccurrentversion

  /// Names of the versions, the one said to be current, and what `version()` throws.
  @Test(arguments: [
    (["A", "B"], String?.none, "does not say which version is current; name one of \"A\", \"B\""),
    (["A"], "Gone", "says that version \"Gone\" is current, which it does not hold; name one of \"A\""),
    (["A"], nil, nil), (["A", "B"], "B", nil),
  ])
  func theCurrentVersion(names: [String], current: String?, message: String?) throws {
    let folder = try TemporaryFolder()
    let bundle = folder.file("M.xcdatamodeld")
    let versions = names.map { ModelBundle.Version(name: $0, path: "", model: ModelDescription(), warnings: []) }
    try ModelFiles.write(ModelBundle(path: "", versions: versions, currentName: nil), to: bundle)
    if let current {
      try PropertyListSerialization.data(
        fromPropertyList: ["_XCCurrentVersionName": "\(current).xcdatamodel"], format: .xml, options: 0
      ).write(to: bundle.appendingPathComponent(".xccurrentversion"))
    }
    let read = try ModelFiles.load(bundle)
    guard let message else {
      #expect(try read.version().name == current ?? "A")
      return
    }
    #expect(read.warnings.count == 1)
    #expect {
      _ = try read.version()
    } throws: { "\($0)" == "\(bundle.path): \(message)" }
    #expect(try read.version("A").name == "A")
  }
}
