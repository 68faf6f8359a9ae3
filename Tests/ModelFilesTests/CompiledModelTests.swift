import Foundation
import ModelDescription
import TestKit
import Testing

@testable import ModelFiles

/// Compiled models, sound and broken, built byte by byte.
@Suite struct CompiledModelTests {
  // MARK: the property list's budget

  @Test func oneLongTextNamedOftenIsRefused() {
    let file = BinaryPlistFixture.repeating(String(repeating: "x", count: 50_000), count: 50_000)
    #expect(file.count < 200_000)
    #expect {
      _ = try BinaryPlistReader.read(file)
    } throws: { "\($0)".contains("too often") }
  }

  @Test func oneTextNamedAFewTimesIsRead() throws {
    let file = BinaryPlistFixture.repeating("name", count: 300)
    #expect(try BinaryPlistReader.read(file) == .array(Array(repeating: .string("name"), count: 300)))
  }

  // MARK: composites

  @Test(arguments: [0, 1, 16])
  func nestedCompositesAreRead(depth: Int) throws {
    let model = try ArchivedModelReader.read(Self.model(nesting: depth))
    var attribute = try #require(model.entities.first?.attributes.first)
    for _ in 0..<depth {
      #expect(attribute.type == .composite)
      attribute = try #require(attribute.elements.first)
    }
    #expect(attribute.type == .string)
  }

  @Test(arguments: [17, 500])
  func tooDeepCompositesAreRefused(depth: Int) {
    #expect {
      _ = try ArchivedModelReader.read(Self.model(nesting: depth))
    } throws: { "\($0)".contains("nests composites more than 16 deep") }
  }

  /// `fanOut` elements that are all the composite itself.
  @Test(arguments: [1, 2])
  func aCompositeInItselfIsRefused(fanOut: Int) {
    let itself = Self.attribute("loop", type: 2100, elements: Self.elementsNumber)
    let file = Self.archive([itself, Self.list(Array(repeating: Self.firstAttribute, count: fanOut))])
    #expect {
      _ = try ArchivedModelReader.read(file)
    } throws: { "\($0)".contains("stands twice in one composite") }
  }

  // MARK: errors name their file

  @Test(arguments: [
    ("", "the file is empty"),
    ("version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9\n", "Git LFS pointer"),
    ("no model", "is no compiled model: not a binary property list"),
  ])
  func brokenFilesAreNamed(content: String, message: String) throws {
    try Self.expect(message, path: "Broken.mom", content: Data(content.utf8))
  }

  @Test func brokenContentsAreNamed() throws {
    try Self.expect(
      "nests composites", path: "Deep.mom", content: Self.model(nesting: 17))
    try Self.expect(
      "unknown type 12345", path: "Type.mom",
      content: Self.archive([Self.attribute("odd", type: 12345, elements: nil)]))
  }

  private static func expect(_ message: String, path: String, content: Data) throws {
    let folder = try TemporaryFolder()
    let file = folder.file(path)
    try content.write(to: file)
    #expect {
      _ = try ModelFiles.load(file)
    } throws: { error in
      (error as? ModelFileError)?.path == file.path && "\(error)".contains(message)
    }
  }

  // MARK: bundles

  @Test(arguments: [("First", false), ("Gone", true)])
  func aMissingCurrentVersionWarns(current: String, isMissing: Bool) throws {
    let folder = try TemporaryFolder()
    let bundle = folder.file("Shop.momd")
    try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
    for name in ["First", "Second"] {
      try Self.model(nesting: 0).write(to: bundle.appendingPathComponent("\(name).mom"))
    }
    let info = try PropertyListSerialization.data(
      fromPropertyList: ["NSManagedObjectModel_CurrentVersionName": current], format: .xml, options: 0)
    try info.write(to: bundle.appendingPathComponent("VersionInfo.plist"))
    let read = try ModelFiles.load(bundle)
    #expect(read.currentName == (isMissing ? nil : current))
    #expect(read.warnings.count == (isMissing ? 1 : 0))
    #expect(read.warnings.allSatisfy { $0.contains(bundle.path) && $0.contains("\"Gone\"") })
    if isMissing { #expect(throws: ModelFileError.self) { _ = try read.version() } }
  }

  // MARK: archives of one entity with one attribute

  private static let firstAttribute = 13
  private static let elementsNumber = 14

  /// An attribute inside `nesting` composites.
  private static func model(nesting: Int) -> Data {
    var objects: [PlistValue] = []
    for level in 0..<nesting {
      let list = firstAttribute + 2 * level + 1
      objects += [attribute("level\(level)", type: 2100, elements: list), self.list([list + 1])]
    }
    return archive(objects + [attribute("leaf", type: 700, elements: nil)])
  }

  /// The model's frame takes the numbers 1 to 12; `objects` start at `firstAttribute`.
  private static func archive(_ objects: [PlistValue]) -> Data {
    func kind(_ name: String) -> PlistValue { .dictionary(["$classname": .string(name)]) }
    func dictionary(_ key: Int, _ value: Int) -> PlistValue {
      .dictionary(["$class": .uid(8), "NS.keys": .array([.uid(key)]), "NS.objects": .array([.uid(value)])])
    }
    let frame: [PlistValue] = [
      .dictionary(["$class": .uid(5), "NSEntities": .uid(2)]), dictionary(10, 3),
      .dictionary(["$class": .uid(6), "NSEntityName": .uid(10), "NSProperties": .uid(4)]),
      dictionary(11, firstAttribute),
      kind("NSManagedObjectModel"), kind("NSEntityDescription"), kind("NSAttributeDescription"), kind("NSDictionary"),
      kind("NSArray"), .string("Item"), .string("value"), .null,
    ]
    return BinaryPlistFixture.archive(root: 1, frame + objects)
  }

  private static func attribute(_ name: String, type: Int64, elements: Int?) -> PlistValue {
    .dictionary([
      "$class": .uid(7), "NSPropertyName": .string(name), "NSAttributeType": .integer(type),
      "NSCompositeElements": .uid(elements ?? 0),
    ])
  }

  private static func list(_ members: [Int]) -> PlistValue {
    .dictionary(["$class": .uid(9), "NS.objects": .array(members.map { .uid($0) })])
  }
}
