import Foundation
import FoundationAdditions
import ModelFiles
import TestKit
import Testing

class Colour: NSObject, NSSecureCoding {
  let name: String
  let parts: [Double]
  let since: Date
  let next: Colour?

  class var supportsSecureCoding: Bool { true }

  init(_ name: String, parts: [Double], next: Colour? = nil) {
    self.name = name
    self.parts = parts
    self.next = next
    since = Date(timeIntervalSinceReferenceDate: 1000.5)
  }

  func encode(with coder: NSCoder) {
    coder.encode(name as NSString, forKey: "name")
    coder.encode(NSArray(array: parts.map { NSNumber(value: $0) }), forKey: "parts")
    coder.encode(since as NSDate, forKey: "since")
    coder.encode(parts.count, forKey: "count")
    coder.encode(next, forKey: "next")
  }

  required init?(coder: NSCoder) {
    guard let name = coder.decodeObject(of: NSString.self, forKey: "name"),
      let parts = coder.decodeObject(of: [NSArray.self, NSNumber.self], forKey: "parts") as? [NSNumber],
      let since = coder.decodeObject(of: NSDate.self, forKey: "since"),
      coder.decodeInteger(forKey: "count") == parts.count
    else { return nil }
    self.name = "\(name)"
    self.parts = parts.map(\.doubleValue)
    self.since = since as Date
    next = coder.decodeObject(of: Colour.self, forKey: "next")
  }

  override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? Colour else { return false }
    return (name, parts, since, next) == (other.name, other.parts, other.since, other.next)
  }
}

final class Shade: Colour {}

/// Archives of an application's own classes, which Foundation's archiver makes and nothing of Foundation's reads here.
@Suite struct SecureUnarchiveTests {
  private final class ColourTransformer: NSSecureUnarchiveFromDataTransformer {
    override class var allowedTopLevelClasses: [AnyClass] { super.allowedTopLevelClasses + [Colour.self] }
  }

  private static var colour: Colour { Colour("red", parts: [1, 0.5], next: Shade("pink", parts: [])) }

  @Test func objectsOfAllowedClassesGoThereAndBack() throws {
    let transformer = ColourTransformer()
    let data = try #require(transformer.reverseTransformedValue(Self.colour) as? Data)
    let read = try #require(transformer.transformedValue(data) as? Colour)
    #expect(read == Self.colour)
    #expect(read.next is Shade)
    let list = try #require(transformer.reverseTransformedValue([Self.colour, Self.colour]) as? Data)
    #expect(transformer.transformedValue(list) as? [Colour] == [Self.colour, Self.colour])
  }

  final class Inner: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }
    override init() {}
    init?(coder: NSCoder) {}
    func encode(with coder: NSCoder) {}
  }

  /// Foundation stops the program where it has to name such a class.
  @Test func aClassInsideOfATypeIsNotArchived() {
    #expect(throws: PropertyListArchive.Failure.self) {
      _ = try NSSecureUnarchiveFromDataTransformer.archive(of: Inner())
    }
  }

  @Test func otherClassesAreRefusedByName() throws {
    let data = try NSKeyedArchiver.archivedData(withRootObject: Self.colour, requiringSecureCoding: true)
    #expect(NSSecureUnarchiveFromDataTransformer().transformedValue(data) == nil)
    let error = #expect(throws: PropertyListArchive.Failure.self) {
      _ = try NSSecureUnarchiveFromDataTransformer().readValue(in: data)
    }
    #expect(error?.description.contains("Colour, which has no form here") == true)
  }

  /// A text in one run has no list of runs; one in several has.
  @Test(arguments: [1, 2]) func attributedTextsAreRead(runs: Int) throws {
    let text = NSMutableAttributedString(
      string: "a long and a short part ", attributes: [.init("kind"): "first" as NSString])
    if runs == 2 {
      text.append(
        NSAttributedString(string: String(repeating: "word ", count: 60), attributes: [.init("n"): NSNumber(value: 2)]))
    }
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: NSAttributedString(attributedString: text), requiringSecureCoding: true)
    let read = try #require(NSSecureUnarchiveFromDataTransformer().readValue(in: data) as? NSAttributedString)
    #expect(read.string == text.string)
    for place in [0, 20, text.length - 1] {
      let (ours, theirs) = (
        read.attributes(at: place, effectiveRange: nil), text.attributes(at: place, effectiveRange: nil)
      )
      #expect(ours.mapValues { "\($0)" } == theirs.mapValues { "\($0)" })
    }
  }

  /// Foundation's own unarchiver stops the program on some of these.
  @Test func brokenArchivesAreErrors() throws {
    var generator = SeededGenerator(seed: 7)
    let transformer = ColourTransformer()
    let text = NSMutableAttributedString(string: "two ", attributes: [.init("kind"): "first" as NSString])
    text.append(NSAttributedString(string: "runs", attributes: [.init("n"): NSNumber(value: 2)]))
    let archives = try [Self.colour, text].map {
      try NSKeyedArchiver.archivedData(withRootObject: $0, requiringSecureCoding: true)
    }
    var read = 0
    for round in 0..<4000 {
      var data = archives[round % 2]
      for _ in 0...Int.random(in: 0..<3, using: &generator) {
        data[Int.random(in: 0..<data.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      if transformer.transformedValue(data) != nil { read += 1 }
    }
    #expect(read < 4000 && read > 0)
  }
}
