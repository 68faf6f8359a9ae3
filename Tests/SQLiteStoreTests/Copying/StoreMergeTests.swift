import Foundation
import ModelDescription
import SQLiteDriver
import StoreContract
import TestKit
import Testing

@testable import SQLiteStore

/// A store's objects merged into one in use.
@Suite struct StoreMergeTests {
  private let library: MergeLibrary

  init() throws { library = try MergeLibrary() }

  private func numbers(_ counts: [CopyCount]) -> [String] { counts.map { "\($0.entity) \($0.copied) \($0.found)" } }

  @Test(arguments: [1, 4, 1000]) func anEmptyStoreGetsEverything(_ batch: Int) throws {
    try library.fill("a")
    _ = try library.create("b")
    let expected = ["Book 23 0", "Magazine 7 0", "Passport 5 0", "Person 5 0", "Shelf 4 0", "Tag 6 0"]
    let dry = try FolderState(library.folder.url)
    #expect(numbers(try library.merge("a", into: "b", writes: false)) == expected)
    #expect(try FolderState(library.folder.url).names == dry.names)
    let before = try FolderState(URL(fileURLWithPath: library.path("a")).deletingLastPathComponent()).names
    #expect(numbers(try library.merge("a", into: "b", options: CopyOptions(batch: batch))) == expected)
    #expect(before.contains("a.sqlite"))
    #expect(try library.facts("b") == library.facts("a"))
    #expect(try SQLiteStore.examine(library.path("b"), model: library.model) == [])
    let files = ExternalData(storePath: library.path("b")).fileNames()
    #expect(files.count == 1 && files != ExternalData(storePath: library.path("a")).fileNames())
    // History has it all, by this author.
    let records = try library.open("b").history(after: 0)
    #expect(records.allSatisfy { $0.author == "causeway copy" })
    let inserts = records.flatMap(\.changes).filter { $0.kind == .insert }
    #expect(inserts.count == 50 && Set(inserts.map(\.key)).count == 50)

    // Again: nothing new, and nothing touched.
    let state = try StoreDump(library.path("b"))
    let again = try library.merge("a", into: "b")
    #expect(again.reduce(0) { $0 + $1.copied } == 0 && again.reduce(0) { $0 + $1.found } == 50)
    #expect(try StoreDump(library.path("b")) == state)
  }

  @Test func whatIsThereKeepsItsValues() throws {
    try library.fill("a")
    let target = try library.create("b")
    var draft = MergeLibrary.Draft(library.model)
    // Other keys than in the source: a person nobody knows comes first.
    for name in ["Stranger", "Person 1"] {
      let person = draft.insert("Person", ["name": .text(name)])
      let number: Int64 = name == "Stranger" ? 1 : 1001
      draft.set(
        person, "passport",
        .reference(draft.insert("Passport", ["number": .integer(number), "holder": .reference(person)])))
    }
    let shelf = draft.insert("Shelf", ["room": .text("Room 0"), "place": .integer(1)])
    let own = draft.insert("Tag", ["name": .text("own")])
    let tag = draft.insert("Tag", ["name": .text("Tag 0")])
    let stranger = StoredValue.reference(draft.key("Person", 0))
    // Book 1 is of the stranger here, under another title, on a shelf; book 2 on none; book 31 only here.
    let first = draft.insert(
      "Book", ["isbn": .text("isbn 1"), "title": .text("mine"), "owner": stranger, "shelf": .reference(shelf)])
    let second = draft.insert("Book", ["isbn": .text("isbn 2"), "owner": stranger])
    let only = draft.insert("Book", ["isbn": .text("isbn 31"), "owner": stranger, "shelf": .reference(shelf)])
    // In the source 0 comes before 1; here it is 31.
    draft.set(only, "sequel", .reference(first))
    draft.set(first, "prequel", .reference(only))
    draft.request.links.append(.init(owner: own, relationship: "books", added: [first, second]))
    draft.request.links.append(.init(owner: tag, relationship: "books", added: [only, first], order: [only, first]))
    draft.request.links.append(.init(owner: shelf, relationship: "books", order: [only, first]))
    draft.request.links.append(.init(owner: shelf, relationship: "shown", added: [tag]))
    _ = try target.save(draft.request)
    let last = try target.historyBounds().last

    let counts = try library.merge("a", into: "b")
    #expect(
      numbers(counts) == ["Book 21 2", "Magazine 7 0", "Passport 4 1", "Person 4 1", "Shelf 3 1", "Tag 5 1"])
    func book(_ isbn: String) throws -> [String] {
      try library.column(
        "SELECT b.ZTITLE, o.ZNAME, s.ZROOM, s.ZPLACE, q.ZISBN, p.ZISBN FROM ZBOOK b JOIN ZPERSON o ON o.Z_PK = b.ZOWNER"
          + " LEFT JOIN ZSHELF s ON s.Z_PK = b.ZSHELF LEFT JOIN ZBOOK q ON q.Z_PK = b.ZSEQUEL"
          + " LEFT JOIN ZBOOK p ON p.Z_PK = b.ZPREQUEL WHERE b.ZISBN = '\(isbn)'", "b")
    }
    #expect(try book("isbn 1") == ["mine|Stranger|Room 0|1|-|isbn 31"])
    // The shelf was empty and is filled; the title stays empty, since it is a value.
    #expect(try book("isbn 2") == ["-|Stranger|Room 1|2|-|-"])
    #expect(try book("isbn 31") == ["-|Stranger|Room 0|1|isbn 1|-"])
    // Its sequel of the source has another prequel here.
    #expect(try book("isbn 0") == ["Title 0|Person 0|-|-|-|-"])
    #expect(try book("isbn 3") == ["Title 3|Person 3|Room 1|-|isbn 4|-"])
    #expect(try SQLiteStore.examine(library.path("b"), model: library.model) == [])
    // Members are added behind those that have an order.
    let members = try library.column(
      "SELECT b.ZISBN FROM ZBOOK b JOIN ZSHELF s ON s.Z_PK = b.ZSHELF WHERE s.ZROOM = 'Room 0' AND s.ZPLACE = 1"
        + " ORDER BY b.Z_FOK_SHELF", "b")
    #expect(Array(members.prefix(2)) == ["isbn 31", "isbn 1"] && members.count == 7, "\(members)")
    #expect(try library.facts("b").contains { $0.hasPrefix("Tag Tag 0: isbn 31, isbn 1, ") })
    #expect(try library.facts("b").contains { $0.hasPrefix("Tag own: isbn 1, isbn 2") })
    // The tag that is shown on a shelf here stays there.
    #expect(try library.facts("b").contains("shown|Room 0|1|Tag 0"))

    let changes = try library.open("b").history(after: last).flatMap(\.changes)
    let updates = changes.filter { $0.kind == .update }
    #expect(!updates.isEmpty && changes.allSatisfy { $0.kind != .delete })
    let named = Set(updates.flatMap(\.toManys))
    #expect(named == ["books", "friends", "shown", "tags"], "\(named)")

    let state = try StoreDump(library.path("b"))
    #expect(numbers(try library.merge("a", into: "b")).first == "Book 0 23")
    #expect(try StoreDump(library.path("b")) == state)
  }

  // MARK: keys

  @Test func aPartWithoutAValueIsEqualToNone() throws {
    try library.fill("a")
    try library.fill("b", books: 1)
    #expect(numbers(try library.merge("a", into: "b")).contains("Shelf 0 4"))
  }

  enum Fault: String, CaseIterable {
    case entityWithoutKey, noValue, sharedInSource, sharedInTarget, relationship, toMany, bytes, unknownEntity,
      unknownAttribute
  }

  @Test(arguments: Fault.allCases) func whatCannotBeKnownAgainIsRefused(_ fault: Fault) throws {
    try library.fill("a").close()
    try library.fill("b", books: 10).close()
    var keys = MergeLibrary.keys
    let expected: String
    switch fault {
    case .entityWithoutKey:
      keys["Book"] = nil
      keys["Magazine"] = ["isbn"]
      expected = "Book: 23 objects and no key"
    case .noValue:
      try library.change("a", "UPDATE ZBOOK SET ZISBN = NULL WHERE ZISBN IN ('isbn 2', 'isbn 4')")
      expected = "Book.isbn: 2 objects of the source have no value for the key: rows 3, 5"
    case .sharedInSource:
      try library.change("a", "UPDATE ZBOOK SET ZISBN = 'isbn 2' WHERE ZISBN = 'isbn 4'")
      expected = "Book.isbn: 1 key is shared by several objects of the source, as 'isbn 2' by the rows 3, 5"
    case .sharedInTarget:
      try library.change("b", "UPDATE ZBOOK SET ZISBN = 'isbn 2' WHERE ZISBN = 'isbn 4'")
      expected = "Book.isbn: 1 key is shared by several objects of the destination, as 'isbn 2' by the rows 3, 5"
    case .relationship:
      keys["Book"] = ["isbn", "owner"]
      expected = "Book.owner: it is a relationship"
    case .toMany:
      keys["Tag"] = ["books"]
      expected = "Tag.books: it is a to-many relationship"
    case .bytes:
      keys["Book"] = ["cover"]
      expected = "Book.cover: its values are bytes"
    case .unknownEntity:
      keys["Volume"] = ["isbn"]
      expected = "Volume: the model has no such entity"
    case .unknownAttribute:
      keys["Book"] = ["code"]
      expected = "Book.code: the model has no such attribute"
    }
    let before = try FolderState(library.folder.url)
    for writes in [false, true] {
      let error = #expect(throws: CopyRefusal.self) {
        try library.merge("a", into: "b", keys: keys, writes: writes)
      }
      #expect("\(try #require(error))".contains("  \(expected)"), "\(String(describing: error))")
    }
    #expect(try FolderState(library.folder.url).names == before.names)
    #expect(try StoreDump(library.path("b")).tables["ZBOOK"]?.count == 10)
  }

  @Test func theSourceItselfAndOtherModelsAreRefused() throws {
    try library.fill("a").close()
    let own = #expect(throws: StoreError.self) { try library.merge("a", into: "a") }
    #expect(own?.message.contains("is the source itself") == true)
    try FileManager.default.createSymbolicLink(
      atPath: library.path("link"), withDestinationPath: library.path("a"))
    #expect(throws: StoreError.self) { try library.merge("a", into: "link") }
    let other = try CopyLibrary()
    let path = library.path("other")
    try FileManager.default.copyItem(atPath: other.path, toPath: path)
    let wrong = #expect(throws: StoreError.self) { try library.merge("a", into: "other") }
    #expect(wrong?.message.contains("has another model") == true)
    #expect(throws: StoreError.self) { try library.merge("a", into: "none") }
  }

  /// A passport cannot be without its holder, who has another one in the destination.
  @Test func aPartnerThatIsTakenIsToldWhereItIsNeeded() throws {
    try library.fill("a", books: 1).close()
    try library.fill("b", books: 1).close()
    try library.change("b", "UPDATE ZPASSPORT SET ZNUMBER = 7 WHERE ZNUMBER = 1002")
    let state = try StoreDump(library.path("b"))
    let error = #expect(throws: StoreError.self) { try library.merge("a", into: "b") }
    #expect(error?.code == .constraintViolated, "\(String(describing: error))")
    #expect(
      error?.message.contains("Passport 3 of the source cannot be without holder") == true,
      "\(String(describing: error))")
    #expect(try StoreDump(library.path("b")) == state)
  }

  @Test func aMandatoryEndThatIsNotThereIsTold() throws {
    try library.fill("a").close()
    _ = try library.create("b")
    try library.change("a", "UPDATE ZBOOK SET ZOWNER = 99 WHERE Z_PK = 3")
    let error = #expect(throws: StoreError.self) { try library.merge("a", into: "b") }
    #expect(error?.code == .damaged && error?.message.contains("Book 3 of the source cannot be without owner") == true)
  }

  // MARK: others

  /// Wherever a merge ends, running it again gives what one that did not end gives.
  @Test func aMergeThatEndsIsRunAgain() throws {
    try library.fill("a").close()
    _ = try library.create("whole")
    let steps = Stopper(after: .max)
    try library.merge("a", into: "whole", options: CopyOptions(batch: 3) { _ in try steps.call() })
    let whole = try library.facts("whole")
    #expect(steps.count > 20)
    let limits = Array(stride(from: 0, to: steps.count, by: FullRun.isOn ? 1 : 5))
    for limit in limits {
      try library.create("\(limit)").close()
      let stopper = Stopper(after: limit)
      #expect(throws: Stopper.Stopped.self) {
        try library.merge("a", into: "\(limit)", options: CopyOptions(batch: 3) { _ in try stopper.call() })
      }
      // What is there is sound at any time.
      #expect(try SQLiteStore.examine(library.path("\(limit)"), model: library.model) == [], "\(limit)")
      try library.merge("a", into: "\(limit)")
      #expect(try library.facts("\(limit)") == whole, "\(limit)")
    }
    print("merges ended after a batch and run again: \(limits.count) of \(limits.count)")
  }

  /// Somebody makes objects with the keys of some that are still to be copied.
  @Test func whatOthersMakeMeanwhileIsNotDoubled() throws {
    try library.fill("a").close()
    let target = try library.create("b")
    let calls = Tally()
    let model = library.model
    try library.merge(
      "a", into: "b",
      options: CopyOptions(batch: 5) { _ in
        calls.add()
        guard calls.value < 12 else { return }
        var draft = MergeLibrary.Draft(model)
        if calls.value == 1 {
          let person = draft.insert("Person", ["name": .text("Reader")])
          draft.set(
            person, "passport",
            .reference(draft.insert("Passport", ["number": .integer(5), "holder": .reference(person)])))
          _ = draft.insert("Book", ["isbn": .text("isbn 25"), "title": .text("theirs"), "owner": .reference(person)])
        }
        _ = draft.insert("Tag", ["name": .text("Tag \(calls.value % 6)-\(calls.value)")])
        _ = draft.insert(
          "Shelf", ["room": .text("Room 1"), "place": calls.value == 3 ? .null : .integer(Int64(calls.value))])
        _ = try target.save(draft.request)
      })
    #expect(try library.column("SELECT ZTITLE FROM ZBOOK WHERE ZISBN = 'isbn 25'", "b") == ["theirs"])
    #expect(try library.column("SELECT count(*), count(DISTINCT ZISBN) FROM ZBOOK", "b") == ["30|30"])
    #expect(try library.column("SELECT count(*) FROM ZSHELF WHERE ZROOM = 'Room 1' AND ZPLACE IS NULL", "b") == ["1"])
    #expect(try SQLiteStore.examine(library.path("b"), model: library.model) == [])
  }

  /// A store of an older version is brought to the destination's on the way.
  @Test func anOlderVersionIsMergedToo() throws {
    var description = library.model.description
    description.versionIdentifiers = ["0.9.0"]
    description.editAttribute("Book", "title") { $0.name = "heading" }
    description.editAttribute("Shelf", "place") { $0.type = .integer16 }
    let old = try ResolvedModel(description)
    var present = library.model.description
    present.editAttribute("Book", "title") { $0.renamingIdentifier = "heading" }
    let model = try ResolvedModel(present)
    let store = try SQLiteStore.create(
      library.path("old"), model: old, metadata: StoreMetadata(newStoreOf: old),
      modelCache: SQLiteStore.modelCache(of: old, namesDefaultConfiguration: true), withHistory: false)
    var draft = MergeLibrary.Draft(old)
    let person = draft.insert("Person", ["name": .text("Old")])
    draft.set(
      person, "passport",
      .reference(draft.insert("Passport", ["number": .integer(5), "holder": .reference(person)])))
    _ = draft.insert("Book", ["isbn": .text("isbn 1"), "heading": .text("other"), "owner": .reference(person)])
    _ = draft.insert(
      "Book",
      [
        "isbn": .text("isbn 77"), "heading": .text("taken over"), "owner": .reference(person),
        "cover": .blob(Data(repeating: 1, count: 120_000)),
      ])
    _ = try store.save(draft.request)
    try library.fill("b").close()
    let scratch = library.folder.file("scratch")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: false)
    let copy = try StoreCopy(library.path("old"), from: old, to: model, scratch: scratch)
    let counts = try copy.merge(into: library.path("b"), keys: MergeKeys(MergeLibrary.keys, model: model))
    #expect(numbers(counts).prefix(1) == ["Book 1 1"])
    #expect(
      try library.column(
        "SELECT ZISBN, ZTITLE, length(ZCOVER) FROM ZBOOK WHERE ZISBN IN ('isbn 1', 'isbn 77') ORDER BY 1", "b")
        == ["isbn 1|Title 1|-", "isbn 77|taken over|38"])
    #expect(ExternalData(storePath: library.path("b")).fileNames().count == 2)
    #expect(try SQLiteStore.examine(library.path("b"), model: library.model) == [])
  }
}
