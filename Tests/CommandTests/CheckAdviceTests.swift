import Foundation
import SQLiteDriver
import TestKit
import Testing

@testable import causeway

/// Every kind of difference that *fits*: what `check` finds, advises, and says of Apple's SwiftData.
@Suite struct CheckAdviceTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let kind: String
    /// Elements of the store's model and of the classes' model.
    let store: String
    let other: String
    /// How the difference is said, from "the store has" on.
    let says: String
    let advice: String
    /// Where classes are compared and the advice is another one.
    var classesAdvice: String?
    let apple: String
    var testDescription: String { kind + (store.contains("optional=\"YES\" attributeType") ? ", the other way" : "") }
  }

  private static func entity(_ properties: String, _ facts: String = "") -> String {
    "<entity name=\"A\"\(facts.isEmpty ? "" : " " + facts)>\(properties)</entity>"
  }

  private static func attribute(_ facts: String) -> String { "<attribute name=\"x\" \(facts)/>" }

  private static func pair(_ facts: String) -> String {
    """
    <entity name="A"><relationship name="bs" optional="YES" toMany="YES" \(facts) destinationEntity="B" \
    inverseName="a" inverseEntity="A"/></entity>
    <entity name="B"><relationship name="a" optional="YES" maxCount="1" destinationEntity="A" inverseName="bs" \
    inverseEntity="A"/></entity>
    """
  }

  private static let migrates = "Apple's SwiftData would migrate the store"
  private static let noLonger = migrates + "; an app with the old model then no longer opens it."
  private static let string = #"attributeType="String""#

  static let cases: [Case] = [
    Case(
      kind: "integerWidth", store: entity(attribute(#"attributeType="Integer 16" defaultValueString="0""#)),
      other: entity(attribute(#"attributeType="Integer 64" defaultValueString="0""#)),
      says: "the store has Integer 16, %@ have Integer 64",
      advice:
        "Nothing: values are checked against Integer 16 at save. Declare the store's width to make the pair same.",
      apple: migrates
        + " or refuse it: a changed type is not among the changes that Apple's documentation lists as inferred."),
    Case(
      kind: "optionality", store: entity(attribute(#"optional="YES" attributeType="String""#)),
      other: entity(attribute(string)), says: "the store has optional, %@ have mandatory",
      advice:
        "Nothing: what the store's model demands is checked at save. Declare it optional to make the pair same.",
      apple: migrates + ", and refuse it where a value is missing and no default is given."),
    Case(
      kind: "optionality", store: entity(attribute(string)),
      other: entity(attribute(#"optional="YES" attributeType="String""#)),
      says: "the store has mandatory, %@ have optional",
      advice:
        "Nothing: what the store's model demands is checked at save. Declare it mandatory to make the pair same.",
      apple: noLonger),
    Case(
      kind: "ordered", store: pair(#"ordered="YES""#), other: pair(""),
      says: "the store has ordered, %@ have unordered",
      advice: "Nothing: the store's model says whether an order is kept. Declare it ordered to make the pair same.",
      classesAdvice:
        "Nothing: the store's model says whether an order is kept. SwiftData cannot declare an order.",
      apple: migrates + " and lose the order."),
    Case(
      kind: "counts", store: pair(#"minCount="1" maxCount="3""#), other: pair(""), says: "",
      advice: "Nothing: the store's counts hold at save. Declare ", apple: noLonger),
    Case(
      kind: "abstract", store: entity(attribute(string), #"isAbstract="YES""#), other: entity(attribute(string)),
      says: "the store has abstract, %@ have concrete",
      advice:
        "Nothing, unless objects of an abstract entity are made. Declare it abstract to make the pair same.",
      classesAdvice: "Nothing, unless objects of an abstract entity are made: SwiftData cannot declare one.",
      apple: noLonger),
    Case(
      kind: "uniqueness",
      store: entity(
        attribute(string)
          + #"<uniquenessConstraints><uniquenessConstraint><constraint value="x"/></uniquenessConstraint></uniquenessConstraints>"#
      ), other: entity(attribute(string)), says: "",
      advice: "Nothing: the store's constraints hold. Declare the same to make the pair same.",
      classesAdvice: "Nothing: the store's constraints hold. Declare the same with #Unique to make the pair same.",
      apple: migrates + ", and refuse it where rows break the classes' constraint."),
    Case(
      kind: "derivation",
      store: entity(
        attribute(string)
          + #"<attribute name="y" optional="YES" attributeType="String" derived="YES" derivationExpression="lowercase:(x)"/>"#
      ),
      other: entity(attribute(string) + #"<attribute name="y" optional="YES" attributeType="String"/>"#), says: "",
      advice: "Nothing: the store's own rule holds and keeps the column. Treat the property as read-only.",
      apple: migrates + " and no longer keep the column current."),
    Case(
      kind: "hashModifier", store: entity(attribute(string + #" versionHashModifier="2""#)),
      other: entity(attribute(string)), says: "",
      advice: "Nothing. Declare the same hash modifier to make the pair same.", apple: noLonger),
    Case(
      kind: "hashModifier", store: entity(attribute(string), #"versionHashModifier="2""#),
      other: entity(attribute(string)), says: "",
      advice: "Nothing. Declare the same hash modifier to make the pair same.",
      classesAdvice: "Nothing. SwiftData cannot declare an entity's hash modifier.", apple: noLonger),
    Case(
      kind: "propertyRenamed", store: entity(attribute(string)),
      other: entity(#"<attribute name="z" elementID="x" attributeType="String"/>"#), says: "",
      advice: "Nothing: the renaming identifier leads to the store's property.",
      classesAdvice: "Nothing: originalName leads to %@'s property.", apple: noLonger),
    Case(
      kind: "entityMissingInClasses",
      store: entity(attribute(string)) + #"<entity name="Z"><attribute name="q" attributeType="Date"/></entity>"#,
      other: entity(attribute(string)), says: "",
      advice: "Nothing: no entity refers to Z, its rows stay as they are. Add an entity to reach them.",
      classesAdvice: "Nothing: no class refers to Z, its rows stay as they are. Add a class to reach them.",
      apple: migrates + " and drop the rows of Z."),
  ]

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func findings(_ words: [String]) throws -> (status: causeway.ExitStatus, [[String: Any]]) {
    let captured = CapturedOutput()
    let status = Tool.run(["check"] + words + ["--json"], console: captured.console)
    let document = try JSONSerialization.jsonObject(with: Data(captured.output.utf8)) as? [String: Any]
    return (status, try #require(document?["findings"] as? [[String: Any]], "\(captured.errors)"))
  }

  private func text(_ words: [String]) -> String {
    let captured = CapturedOutput()
    _ = Tool.run(["check"] + words, console: captured.console)
    return captured.output
  }

  private func fine(_ words: [String]) throws {
    let captured = CapturedOutput()
    try #require(Tool.run(words, console: captured.console) != .failure, "\(captured.errors)")
  }

  @Test(arguments: cases) func whatFitsIsSaidWithWhatToDo(_ test: Case) throws {
    let (own, other) = (folder.file("Own.xcdatamodel").path, folder.file("Other.xcdatamodel").path)
    try BadModelTests.Input.write(BadModelTests.Input.model(test.store), to: own)
    try BadModelTests.Input.write(BadModelTests.Input.model(test.other), to: other)
    let (store, classes) = (folder.file("Own.sqlite").path, folder.file("Classes").path)
    try fine(["seed", own, "--rows", "1", "-o", store])
    try fine(["generate", other, "-o", classes])
    for (words, sides) in [
      (["--model", other, "--store", store], "storeAndModel"),
      (["--model", own, "--swift", classes], "modelAndClasses"),
      (["--model", own, "--store", store, "--swift", classes], "storeAndClasses"),
    ] {
      let (status, all) = try findings(words)
      let found = all.filter { $0["sides"] as? String == sides && $0["grade"] as? String != "same" }
      #expect(status == .fine, "\(sides): \(found)")
      #expect(found.map { $0["grade"] as? String } == ["fits"], "\(sides): \(found)")
      let difference = try #require(found.first)
      #expect(difference["kind"] as? String == test.kind, "\(sides)")
      let first = sides == "modelAndClasses" ? "the model" : "the store"
      let second = sides == "storeAndModel" ? "the model has" : "the classes have"
      let message = try #require(difference["message"] as? String)
      let said = test.says.replacingOccurrences(of: "the store", with: first)
        .replacingOccurrences(of: "%@ have", with: second)
      #expect(message.hasSuffix(said) && !message.isEmpty, "\(sides): \(message)")
      let expected = (sides == "storeAndModel" ? test.advice : test.classesAdvice ?? test.advice)
        .replacingOccurrences(of: "the store's property", with: "\(first)'s property")
        .replacingOccurrences(of: "%@", with: first)
        .replacingOccurrences(of: "the store's width", with: "\(first)'s width")
      let advice = try #require(difference["advice"] as? String)
      #expect(advice.hasPrefix(expected), "\(sides): \(advice)")
      #expect(difference["apple"] as? String == test.apple, "\(sides): \(difference["apple"] ?? "")")
      // People read the same.
      let output = text(words)
      #expect(output.contains(message) && output.contains(advice) && output.contains(test.apple), "\(output)")
    }
  }

  /// A recorded hash that the store's own model does not give, where nothing of the model differs.
  @Test func aHashAloneFits() throws {
    let own = folder.file("Own.xcdatamodel").path
    try BadModelTests.Input.write(BadModelTests.Input.model(Self.entity(Self.attribute(Self.string))), to: own)
    let store = folder.file("Own.sqlite").path
    try fine(["seed", own, "--rows", "1", "-o", store])
    let connection = try Connection(path: store, mode: .readWrite)
    let data = try connection.withStatement("SELECT Z_PLIST FROM Z_METADATA") { statement in
      try statement.step() ? statement.data(0) : Data()
    }
    var entries = try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any] ?? [:]
    entries["NSStoreModelVersionHashes"] = ["A": Data(repeating: 7, count: 32)]
    let changed = try PropertyListSerialization.data(fromPropertyList: entries, format: .binary, options: 0)
    try connection.withStatement("UPDATE Z_METADATA SET Z_PLIST = ?1") { statement in
      try statement.bind(changed, at: 1)
      try statement.run()
    }
    let (status, found) = try findings(["--model", own, "--store", store])
    #expect(status == .fine)
    #expect(found.map { $0["kind"] as? String } == ["hash"] && found.map { $0["grade"] as? String } == ["fits"])
    #expect(
      found.first?["advice"] as? String
        == "Nothing: every fact that shapes the file agrees, only the recorded hash does not.")
    #expect(found.first?["apple"] as? String == Self.noLonger)
  }
}
