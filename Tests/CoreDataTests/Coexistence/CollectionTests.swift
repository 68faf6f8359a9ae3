import CoreData
import Foundation
import SQLiteDriver
import SwiftData
import TestKit
import Testing

/// SwiftData's collections, read and written by Core Data's objects.
@Suite struct CollectionTests {
  struct Part: Codable, Equatable {
    var name: String
    var bytes: Data?
    var weight: Double
  }

  @Model final class Rack {
    var tags: [String] = []
    var ratings: Set<Int> = []
    var parts: [Part] = []
    var days: [Date] = []
    var reals: [Double] = []
    var sums: [Decimal] = []
    var flags: [Bool?] = []
    var byName: [String: Int] = [:]
    var maybe: [String]?

    init() {}
  }

  private let folder: TemporaryFolder
  private let url: URL
  private let day = Date(timeIntervalSinceReferenceDate: 86_400.25)

  init() throws {
    folder = try TemporaryFolder()
    url = folder.file("Racks.store")
  }

  private func swiftData() throws -> ModelContext {
    ModelContext(try ModelContainer(for: Rack.self, configurations: ModelConfiguration(url: url)))
  }

  /// An object of the one row in a stack of its own, so that it is read from the file.
  private func coreData(_ use: (NSManagedObject, NSManagedObjectContext) throws -> Void) throws {
    let model = try #require(NSManagedObjectModel.makeManagedObjectModel(for: [Rack.self]))
    let container = NSPersistentContainer(name: "Racks", managedObjectModel: model)
    let description = NSPersistentStoreDescription(url: url)
    description.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
    container.persistentStoreDescriptions = [description]
    var failure: (any Error)?
    container.loadPersistentStores { failure = $1 }
    if let failure { throw failure }
    let context = container.newBackgroundContext()
    try context.performAndWait {
      try use(try #require(try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Rack")).first), context)
    }
  }

  private func hex(_ column: String) throws -> String? {
    try Connection(path: url.path, mode: .untouched).text("SELECT hex(\(column)) FROM ZRACK")
  }

  private func filled() throws {
    let context = try swiftData()
    let rack = Rack()
    rack.tags = ["x", "a/b", "ü\"\n"]
    rack.ratings = [3, 1, 2]
    rack.parts = [Part(name: "p", bytes: Data([0, 255]), weight: 0.1), Part(name: "q", bytes: nil, weight: 2)]
    rack.days = [day]
    rack.reals = [0.1, 1, 0.30000000000000004, 1.2345678901234567e-10, -1e300, .greatestFiniteMagnitude]
    rack.sums = [try #require(Decimal(string: "0.12345678901234567890123")), 7]
    rack.flags = [true, nil, false]
    rack.byName = ["one": 1]
    context.insert(rack)
    try context.save()
  }

  /// What Core Data reads can be set back: nothing of it is lost, and lists have their very bytes again.
  @Test func whatIsReadCanBeSetBack() throws {
    try filled()
    let lists = ["ZTAGS", "ZRATINGS", "ZDAYS", "ZREALS", "ZSUMS", "ZFLAGS", "ZBYNAME"]
    let before = try lists.map { try hex($0) }
    try coreData { rack, context in
      #expect(rack.value(forKey: "tags") as? [String] == ["x", "a/b", "ü\"\n"])
      #expect((rack.value(forKey: "ratings") as? [Int])?.sorted() == [1, 2, 3])
      let parts = try #require(rack.value(forKey: "parts") as? [[String: Any]])
      #expect(parts.map { $0["name"] as? String } == ["p", "q"] && parts[0]["bytes"] as? String == "AP8=")
      #expect(rack.value(forKey: "days") as? [Double] == [86_400.25])
      #expect((rack.value(forKey: "reals") as? [Double])?.count == 6)
      let flags = try #require(rack.value(forKey: "flags") as? [Any])
      #expect(flags.count == 3 && flags[0] as? Bool == true && flags[1] is NSNull && flags[2] as? Bool == false)
      #expect(rack.value(forKey: "byName") as? [String: Int] == ["one": 1])
      #expect(rack.value(forKey: "maybe") == nil)
      for key in ["tags", "ratings", "parts", "days", "reals", "sums", "flags", "byName"] {
        rack.setValue(rack.value(forKey: key), forKey: key)
      }
      try context.save()
    }
    #expect(try lists.map { try hex($0) } == before)
    let rack = try #require(try swiftData().fetch(FetchDescriptor<Rack>()).first)
    #expect(rack.tags == ["x", "a/b", "ü\"\n"] && rack.ratings == [1, 2, 3] && rack.days == [day])
    #expect(rack.parts == [Part(name: "p", bytes: Data([0, 255]), weight: 0.1), Part(name: "q", weight: 2)])
    #expect(
      rack.reals == [0.1, 1, 0.30000000000000004, 1.2345678901234567e-10, -1e300, .greatestFiniteMagnitude])
    #expect(rack.sums == [Decimal(string: "0.12345678901234567890123"), 7])
    #expect(rack.flags == [true, nil, false] && rack.byName == ["one": 1] && rack.maybe == nil)
  }

  /// Collections of Swift and of Foundation are written as SwiftData writes them.
  @Test func changedCollectionsAreWritten() throws {
    try filled()
    try coreData { rack, context in
      let tags = try #require(rack.value(forKey: "tags") as? [String])
      rack.setValue(tags + ["new"], forKey: "tags")
      rack.setValue(NSSet(array: [7, 8]), forKey: "ratings")
      rack.setValue([["name": "r", "bytes": Data([1]), "weight": 0.5]] as [[String: Any]], forKey: "parts")
      rack.setValue(NSArray(array: [NSDate(timeIntervalSinceReferenceDate: 5), day]), forKey: "days")
      rack.setValue([NSNumber(value: 2.5), NSNumber(value: Float(0.1)), 3] as [Any], forKey: "reals")
      rack.setValue(NSArray(array: [NSDecimalNumber(string: "1.10"), 2]), forKey: "sums")
      rack.setValue([NSNumber(value: false), NSNull()] as [Any], forKey: "flags")
      rack.setValue(NSDictionary(dictionary: ["two": 2]), forKey: "byName")
      rack.setValue(NSOrderedSet(array: [NSString(string: "b"), "a"]), forKey: "maybe")
      try context.save()
    }
    let rack = try #require(try swiftData().fetch(FetchDescriptor<Rack>()).first)
    #expect(rack.tags == ["x", "a/b", "ü\"\n", "new"] && rack.ratings == [7, 8])
    #expect(rack.parts == [Part(name: "r", bytes: Data([1]), weight: 0.5)])
    #expect(rack.days == [Date(timeIntervalSinceReferenceDate: 5), day] && rack.reals == [2.5, 0.1, 3])
    #expect(rack.sums == [Decimal(string: "1.1"), 2] && rack.flags == [false, nil] && rack.byName == ["two": 2])
    #expect(rack.maybe == ["b", "a"])
    // Another context reads what was written as it reads what SwiftData wrote.
    try coreData { rack, _ in #expect(rack.value(forKey: "maybe") as? [String] == ["b", "a"]) }
  }

  /// Code that handles the JSON itself, as on iOS 17, goes on.
  @Test func jsonIsWrittenAsItIs() throws {
    try filled()
    try coreData { rack, context in
      rack.setValue(Data(#"["x", "y"]"#.utf8), forKey: "tags")
      try context.save()
    }
    #expect(try #require(try swiftData().fetch(FetchDescriptor<Rack>()).first).tags == ["x", "y"])
  }

  @Test func whatIsNoCollectionIsRefused() throws {
    try filled()
    let before = try hex("ZTAGS")
    try coreData { rack, context in
      for value in ["x", 5, NSObject(), NSArray(array: [NSObject()])] as [Any] {
        rack.setValue(value, forKey: "tags")
        #expect(throws: (any Error).self) { try context.save() }
      }
    }
    #expect(try hex("ZTAGS") == before)
  }
}
