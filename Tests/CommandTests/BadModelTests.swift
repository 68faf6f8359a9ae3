import Foundation
import SQLiteDriver
import TestKit
import Testing

@testable import causeway

/// Every verb that reads a model, on everything that is none or a wrong one: one clear line, exit 2, nothing written.
@Suite struct BadModelTests {
  struct Input: Sendable, CustomTestStringConvertible {
    var name: String
    /// Words that the line must have.
    var words: String
    var suffix: String
    /// Makes the input at a path.
    var make: @Sendable (_ path: String) throws -> Void
    /// Whether the versions themselves are good, so that only verbs that need the current one refuse.
    var lacksOnlyCurrent = false
    var testDescription: String { name }

    init(_ name: String, _ words: String, suffix: String, _ make: @escaping @Sendable (String) throws -> Void) {
      (self.name, self.words, self.suffix, self.make) = (name, words, suffix, make)
    }

    /// An `.xcdatamodel` with these contents.
    init(_ name: String, _ words: String, contents: String) {
      self.init(name, words, suffix: "xcdatamodel") { try Self.write(contents, to: $0) }
    }

    /// An `.xcdatamodel` whose model element holds these.
    init(_ name: String, _ words: String, elements: String) {
      self.init(name, words, contents: Self.model(elements))
    }

    static func model(_ elements: String) -> String {
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?><model type=\"com.apple.IDECoreDataModeler.DataModel\">\(elements)</model>"
    }

    static func write(_ contents: String, to path: String) throws {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      try contents.write(toFile: path + "/contents", atomically: true, encoding: .utf8)
    }
  }

  private static let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9\n"
  private static let good = #"<entity name="A"><attribute name="x" attributeType="String"/></entity>"#

  private static func bundle(current: String?) -> @Sendable (String) throws -> Void {
    { path in
      for name in ["One", "Two"] { try Input.write(Input.model(good), to: path + "/\(name).xcdatamodel") }
      guard let current else { return }
      let plist = try PropertyListSerialization.data(
        fromPropertyList: ["_XCCurrentVersionName": current], format: .xml, options: 0)
      try plist.write(to: URL(fileURLWithPath: path + "/.xccurrentversion"))
    }
  }

  static let inputs: [Input] = [
    Input(
      "a composite without its type", "the attribute A.x is a composite, but names no composite type",
      elements: #"<entity name="A"><attribute name="x" attributeType="Composite"/></entity>"#),
    Input("nothing there", "there is no such file or folder", suffix: "xcdatamodeld") { _ in },
    Input("an empty bundle", "the bundle holds no .xcdatamodel", suffix: "xcdatamodeld") {
      try FileManager.default.createDirectory(atPath: $0, withIntermediateDirectories: true)
    },
    Input("a folder that is no model", "holds no ", suffix: "") {
      try FileManager.default.createDirectory(atPath: $0, withIntermediateDirectories: true)
    },
    Input("zero bytes of XML", "", contents: ""),
    Input("zero bytes of archive", "the file is empty", suffix: "mom") {
      try Data().write(to: URL(fileURLWithPath: $0))
    },
    Input("text in place of an archive", "", suffix: "mom") {
      try Data("no archive".utf8).write(to: URL(fileURLWithPath: $0))
    },
    Input("a Git LFS pointer in place of XML", "Git LFS pointer", contents: pointer),
    Input("a Git LFS pointer in place of an archive", "Git LFS pointer", suffix: "mom") {
      try Data(pointer.utf8).write(to: URL(fileURLWithPath: $0))
    },
    Input("malformed XML", "malformed", contents: "<model><entity name=\"A\"></model>"),
    Input(
      "a dangling inverse", "A.b",
      elements: #"""
        <entity name="A"><relationship name="b" destinationEntity="A" inverseName="c" inverseEntity="A"/></entity>
        """#),
    Input(
      "a missing destination", "A.b",
      elements: #"<entity name="A"><relationship name="b" maxCount="1" destinationEntity="B"/></entity>"#),
    Input(
      "a cycle of parents", "cycle",
      elements: #"<entity name="A" parentEntity="B"/><entity name="B" parentEntity="A"/>"#),
    Input(
      "a property twice", "A.x",
      elements: #"""
        <entity name="A"><attribute name="x" attributeType="String"/><attribute name="x" attributeType="Date"/></entity>
        """#),
    Input("an entity twice", "A", elements: good + good),
    Input(
      "a composite of itself", "contains itself",
      elements: #"""
        <entity name="A"><attribute name="x" attributeType="Composite" composite="C"/></entity>
        <composite name="C"><attribute name="y" attributeType="Composite" composite="C"/></composite>
        """#),
    Input(
      "entities that differ in case only", "case",
      elements: #"""
        <entity name="Tag"><attribute name="x" attributeType="String"/></entity>
        <entity name="TAG"><attribute name="x" attributeType="String"/></entity>
        """#),
    Input(
      "a property named PK", "reserved",
      elements: ##"<entity name="A"><attribute name="PK" attributeType="String"/></entity>"##),
    Input("no current version", "current", suffix: "xcdatamodeld", bundle(current: nil)).onlyCurrent,
    Input("a dangling current version", "current", suffix: "xcdatamodeld", bundle(current: "Three.xcdatamodel"))
      .onlyCurrent,
  ]

  /// What the store cannot hold: refused by the verb that makes one, and by those that compare tables.
  static let storeless: [Input] = [
    Input(
      "a property named _PK", "PK",
      elements: ##"<entity name="A"><attribute name="_PK" attributeType="String"/></entity>"##)
  ]

  private func verbs(_ path: String, _ folder: TemporaryFolder) -> [[String]] {
    [
      ["hash", path], ["generate", path, "-o", folder.file("out").path],
      ["seed", path, "--rows", "1", "-o", folder.file("out.sqlite").path],
      ["check", "--model", path, "--swift", folder.url.path],
      ["compile", path, "-o", folder.file("out.momd").path],
      ["generate", path, "--core-data", "-o", folder.file("out").path],
    ]
  }

  private func expectRefusal(_ words: [String], _ path: String, _ expected: String) {
    let captured = CapturedOutput()
    #expect(Tool.run(words, console: captured.console) == .failure, "\(words[0])")
    #expect(captured.output == "", "\(words[0])")
    let lines = captured.errors.split(separator: "\n").filter { !$0.hasPrefix("warning: ") }
    #expect(lines.count == 1, "\(words[0]): \(captured.errors)")
    #expect(lines.first?.hasPrefix("causeway: ") == true, "\(words[0])")
    #expect(
      lines.joined().contains(path) && (expected.isEmpty || lines.joined().contains(expected)),
      "\(words[0]): \(captured.errors)")
  }

  @Test(arguments: inputs) func isRefusedByEveryVerb(_ input: Input) throws {
    let (folder, out) = (try TemporaryFolder(), try TemporaryFolder())
    let path = folder.file("Model" + (input.suffix.isEmpty ? "" : "." + input.suffix)).path
    try input.make(path)
    let (before, empty) = (try FolderSnapshot(folder.url), try FolderSnapshot(out.url))
    for words in verbs(path, out) where !input.lacksOnlyCurrent || ["generate", "seed", "compile"].contains(words[0]) {
      expectRefusal(words, path, input.words)
    }
    #expect(try FolderSnapshot(folder.url) == before)
    #expect(try FolderSnapshot(out.url) == empty)
  }

  /// The verbs that read a store by a model where it keeps none.
  @Test(arguments: inputs) func isRefusedBesideAStore(_ input: Input) throws {
    guard !input.lacksOnlyCurrent else { return }
    let folder = try TemporaryFolder()
    let path = folder.file("Model" + (input.suffix.isEmpty ? "" : "." + input.suffix)).path
    try input.make(path)
    let store = folder.file("Library.sqlite").path
    let library = SharedMaterial.packageRoot.appendingPathComponent("Examples/Library/Library.xcdatamodeld").path
    let captured = CapturedOutput()
    try #require(Tool.run(["seed", library, "--rows", "1", "-o", store], console: captured.console) == .fine)
    try Connection(path: store, mode: .readWrite).execute("DELETE FROM Z_MODELCACHE")
    let before = try FolderSnapshot(folder.url)
    expectRefusal(["explain", store, "--entity", "Book", "--model", path], path, input.words)
    expectRefusal(["inspect", store, "--model", path], path, input.words)
    expectRefusal(["check", "--store", store, "--model", path], path, input.words)
    #expect(try FolderSnapshot(folder.url) == before)
  }

  @Test(arguments: storeless) func isRefusedByTheVerbThatMakesAStore(_ input: Input) throws {
    let (folder, out) = (try TemporaryFolder(), try TemporaryFolder())
    let path = folder.file("Model." + input.suffix).path
    try input.make(path)
    let empty = try FolderSnapshot(out.url)
    expectRefusal(["seed", path, "--rows", "1", "-o", out.file("out.sqlite").path], path, input.words)
    #expect(try FolderSnapshot(out.url) == empty)
  }

  @Test func outputIsNeverHalfWritten() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("Model.xcdatamodel").path
    try Input.write(Input.model(Self.good + #"<entity name="B"/>"#), to: path)
    let out = folder.file("out")
    try FileManager.default.createDirectory(at: out, withIntermediateDirectories: true)
    try Data("mine".utf8).write(to: out.appendingPathComponent("B.swift"))
    let before = try FolderSnapshot(folder.url)
    for target in [out.path, out.path + "/B.swift", "/proc/self/none"] {
      let captured = CapturedOutput()
      #expect(Tool.run(["generate", path, "-o", target], console: captured.console) == .failure)
      #expect(captured.errors.split(separator: "\n").count == 1 && captured.errors.contains(target))
      #expect(captured.output == "")
    }
    #expect(try FolderSnapshot(folder.url) == before)
  }
}

extension BadModelTests.Input {
  fileprivate var onlyCurrent: Self {
    var input = self
    input.lacksOnlyCurrent = true
    return input
  }
}
