import SQLiteDriver
import SwiftData
import TestKit
import Testing

private enum Coded {
  enum Status: Codable, Equatable { case idle, waiting(reason: String, until: Date?), failed(Int) }
  struct Flags: OptionSet, Codable, Hashable {
    var rawValue: Int
    static let read = Flags(rawValue: 1)
    static let write = Flags(rawValue: 2)
  }
  struct Holder: Codable, Equatable { var name: String; var status: Status; var flags: Flags? }
  struct Money: Codable, Equatable { var amount: Int; var unit: String }

  @Model final class Job {
    var title: String
    var status: Status = Status.idle
    var last: Status?
    var flags: Flags = Flags.read
    var holder: Holder?
    @Attribute(.codable) var price: Money = Money(amount: 1, unit: "EUR")
    @Attribute(.codable) var range: Range<Int>?
    init(title: String) { self.title = title }
  }

  @Model final class Kept {
    @Attribute(.ephemeral) var shown: Int = 0
    @Attribute(.spotlight) var text: String = ""
    @Attribute(.allowsCloudEncryption) var secret: String = ""
    @Attribute(hashModifier: "v2") var code: Int = 0
    private(set) var version: Int = 1
    private var hidden = "h"
    init() {}
    func advance() {
      version += 1
      hidden += "!"
    }
    var both: String { "\(version)\(hidden)" }
  }
}

@Suite struct CodedValueTests {
  private let folder: TemporaryFolder
  private let url: URL

  init() throws {
    folder = try TemporaryFolder()
    url = folder.file("Coded.store")
  }

  private func open(_ type: any PersistentModel.Type) throws -> ModelContext {
    ModelContext(try ModelContainer(for: Schema([type]), configurations: ModelConfiguration(url: url)))
  }

  @Test func valuesWithoutColumnsOfTheirOwnComeBack() throws {
    let until = Date(timeIntervalSinceReferenceDate: 9)
    do {
      let context = try open(Coded.Job.self)
      let job = Coded.Job(title: "a")
      job.status = .waiting(reason: "ink", until: until)
      job.flags = [.read, .write]
      job.holder = Coded.Holder(name: "h", status: .failed(3), flags: .write)
      job.price = Coded.Money(amount: 5, unit: "USD")
      job.range = 2..<7
      context.insert(job)
      context.insert(Coded.Job(title: "b"))
      try context.save()
    }
    let context = try open(Coded.Job.self)
    let jobs = try context.fetch(FetchDescriptor<Coded.Job>(sortBy: [SortDescriptor(\.title)]))
    let (first, second) = (try #require(jobs.first), try #require(jobs.last))
    #expect(first.status == .waiting(reason: "ink", until: until) && first.last == nil)
    #expect(
      first.flags == [.read, .write] && first.price == Coded.Money(amount: 5, unit: "USD") && first.range == 2..<7)
    #expect(first.holder == Coded.Holder(name: "h", status: .failed(3), flags: .write))
    #expect(second.status == .idle && second.flags == .read && second.holder == nil && second.price.amount == 1)
    first.last = .failed(4)
    try context.save()
    let connection = try Connection(path: url.path, mode: .untouched)
    #expect(try connection.text("SELECT CAST(ZLAST AS TEXT) FROM ZJOB WHERE ZTITLE = 'a'") == #"{"failed":{"_0":4}}"#)
    #expect(try connection.text("SELECT CAST(ZFLAGS AS TEXT) FROM ZJOB WHERE ZTITLE = 'a'") == "3")
    #expect(try connection.text("SELECT typeof(ZPRICE) || typeof(ZSTATUS) FROM ZJOB") == "blobblob")
    let flags = Coded.Flags.read
    #expect(
      try context.fetch(FetchDescriptor<Coded.Job>(predicate: #Predicate { $0.flags == flags })).map(\.title) == ["b"])
  }

  /// A value that no longer decodes names its property.
  @Test func whatDoesNotDecodeIsNamed() throws {
    do {
      let context = try open(Coded.Job.self)
      context.insert(Coded.Job(title: "a"))
      try context.save()
    }
    // The first `ZSTATUS` is that of `holder`, which sorts before `status`.
    try Connection(path: url.path, mode: .readWrite).execute("UPDATE ZJOB SET ZSTATUS1 = CAST('{\"gone\":{}}' AS BLOB)")
    let context = try open(Coded.Job.self)
    let read = try #require(try context.fetch(FetchDescriptor<Coded.Job>()).first)
    // A read cannot throw: it answers with an empty value, and the next call that can throws.
    #expect(read.status == .idle && read.title == "a")
    let error = #expect(throws: (any Error).self) { try context.save() }
    #expect("\(error as Any)".contains("Job.status"), "\(error as Any)")
  }

  @Test func optionsThatShapeTheColumns() throws {
    do {
      let context = try open(Coded.Kept.self)
      let kept = Coded.Kept()
      kept.shown = 7
      kept.text = "t"
      kept.secret = "s"
      kept.advance()
      context.insert(kept)
      try context.save()
      #expect(kept.shown == 7)
      kept.shown = 8
      #expect(kept.shown == 8)
    }
    let connection = try Connection(path: url.path, mode: .untouched)
    let columns = try connection.columnNames(ofTable: "ZKEPT")
    #expect(Set(columns) == ["Z_PK", "Z_ENT", "Z_OPT", "ZTEXT", "ZSECRET", "ZCODE", "ZVERSION", "ZHIDDEN"])
    let kept = try #require(try open(Coded.Kept.self).fetch(FetchDescriptor<Coded.Kept>()).first)
    #expect(kept.shown == 0 && kept.text == "t" && kept.secret == "s" && kept.version == 2 && kept.both == "2h!")
  }
}
