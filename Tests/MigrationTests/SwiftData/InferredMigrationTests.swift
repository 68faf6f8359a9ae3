import Foundation
import SwiftData
import TestKit
import Testing

private enum Old {
  @Model final class Item {
    var title: String
    var note: String?
    init(title: String, note: String? = nil) {
      self.title = title
      self.note = note
    }
  }
  @Model final class Extra {
    var code: String
    init(code: String) { self.code = code }
  }
}

private enum Kind: String, Codable { case plain, fancy }
private struct Price: Codable, Hashable {
  var amount: Int
  var currency: String
}

/// Everything that is new has a value somewhere.
private enum Filled {
  @Model final class Item {
    var title: String
    var note: String?
    var isComplete: Bool
    var stamp: Date = Date(timeIntervalSinceReferenceDate: 5)
    var kind: Kind
    var price: Price
    var tags: [String] = ["new"]
    var data: Data
    var ratio: Double
    init(
      title: String, isComplete: Bool = true, kind: Kind = .fancy, price: Price = Price(amount: 3, currency: "EUR"),
      data: Data = Data([1, 2]), start ratio: Double = 0.5
    ) {
      self.title = title
      self.isComplete = isComplete
      self.kind = kind
      self.price = price
      self.data = data
      self.ratio = ratio
    }
  }
}

/// Identifiers: by the declaration, by the initialiser, and one that is the same for all.
private enum Identified {
  @Model final class Item {
    var title: String
    var note: String?
    var declared: UUID = UUID()
    var initial: UUID
    var fixed: UUID = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    init(title: String, initial: UUID = UUID()) {
      self.title = title
      self.initial = initial
    }
  }
}

private enum Unfilled {
  @Model final class Item {
    var title: String
    var note: String?
    var pages: Int
    init(title: String, pages: Int) {
      self.title = title
      self.pages = pages
    }
  }
}

private enum UnfilledStruct {
  @Model final class Item {
    var title: String
    var note: String?
    var price: Price
    var kind: Kind
    init(title: String, price: Price, kind: Kind) {
      self.title = title
      self.price = price
      self.kind = kind
    }
  }
}

private enum Required {
  @Model final class Item {
    var title: String
    var note: String
    init(title: String, note: String) {
      self.title = title
      self.note = note
    }
  }
}

private enum RequiredFilled {
  @Model final class Item {
    var title: String
    @Attribute(originalName: "note") var text: String
    init(title: String, text: String = "none") {
      self.title = title
      self.text = text
    }
  }
}

private enum Retyped {
  @Model final class Item {
    var title: Int
    var note: String?
    init(title: Int) { self.title = title }
  }
}

private enum Indexed {
  @Model final class Item {
    #Index<Item>([\.title])
    var title: String
    var note: String?
    init(title: String) { self.title = title }
  }
}

/// Without a plan: what the difference says by itself.
@Suite struct InferredMigrationTests {
  private let folder: TemporaryFolder
  private let url: URL

  init() throws {
    folder = try TemporaryFolder()
    url = folder.file("Items.store")
    let context = ModelContext(try ModelContainer(for: Old.Item.self, Old.Extra.self, configurations: .init(url: url)))
    for number in 1...3 { context.insert(Old.Item(title: "t\(number)", note: number == 1 ? "n" : nil)) }
    context.insert(Old.Extra(code: "x"))
    try context.save()
  }

  private func open(
    _ types: any PersistentModel.Type..., migrates: ModelConfiguration.Migrations = .automatic
  ) throws -> ModelContext {
    ModelContext(
      try ModelContainer(for: Schema(types), configurations: ModelConfiguration(url: url, migrates: migrates)))
  }

  /// Values of the class's declaration, then of its initialiser; structs, enums, arrays and bytes as well.
  @Test func newPropertiesGetWhatTheClassSays() throws {
    let items = try open(Filled.Item.self).fetch(FetchDescriptor<Filled.Item>(sortBy: [SortDescriptor(\.title)]))
    #expect(items.map(\.title) == ["t1", "t2", "t3"] && items.map(\.note) == ["n", nil, nil])
    for item in items {
      #expect(item.isComplete && item.stamp == Date(timeIntervalSinceReferenceDate: 5) && item.kind == .fancy)
      #expect(item.price == Price(amount: 3, currency: "EUR") && item.tags == ["new"])
      #expect(item.data == Data([1, 2]) && item.ratio == 0.5)
    }
    // Entities that no class of the container stands for stay.
    #expect(try open(Old.Extra.self).fetch(FetchDescriptor<Old.Extra>()).map(\.code) == ["x"])
  }

  @Test func eachRowGetsAnIdentifierOfItsOwn() throws {
    let items = try open(Identified.Item.self).fetch(FetchDescriptor<Identified.Item>())
    #expect(Set(items.map(\.declared)).count == 3 && Set(items.map(\.initial)).count == 3)
    #expect(Set(items.map(\.fixed)).count == 1)
  }

  @Test func whatNobodySaysIsRefusedBeforeAnythingIsWritten() throws {
    let before = try FolderState(folder.url).names
    let number = try #require(throws: SwiftDataError.self) { try open(Unfilled.Item.self) }
    #expect("\(number)".contains("Item.pages: 3 rows have no value for it, and none is declared"), "\(number)")
    let parts = try #require(throws: SwiftDataError.self) { try open(UnfilledStruct.Item.self) }
    #expect("\(parts)".contains("Item.price: 3 rows have no value"), "\(parts)")
    #expect("\(parts)".contains("Item.kind: 3 rows have no value"), "\(parts)")
    let text = try #require(throws: SwiftDataError.self) { try open(Required.Item.self, migrates: .fittingStores) }
    #expect("\(text)".contains("Item.note: 2 rows have no value"), "\(text)")
    #expect(try FolderState(folder.url).names == before)
    #expect(try open(Old.Item.self).fetchCount(FetchDescriptor<Old.Item>()) == 3)
  }

  @Test func zeroWhereItIsAllowed() throws {
    let log = try ContainerLog.messages(about: folder.url.path) {
      let items = try open(Unfilled.Item.self, migrates: .blankValues).fetch(FetchDescriptor<Unfilled.Item>())
      #expect(items.map(\.pages) == [0, 0, 0])
    }
    #expect(log.contains { $0.text.contains("put 0 into Item.pages of 3 rows") }, "\(log)")
  }

  @Test func emptyStructsWhereTheyAreAllowed() throws {
    let items = try open(UnfilledStruct.Item.self, migrates: .blankValues)
      .fetch(FetchDescriptor<UnfilledStruct.Item>())
    #expect(items.count == 3 && items.allSatisfy { $0.price == Price(amount: 0, currency: "") && $0.kind == .plain })
  }

  /// Renamed and required at once: where there was a value it stays, elsewhere the initialiser's stands.
  @Test func aNewlyRequiredPropertyKeepsItsValues() throws {
    // It fits, so that it would open as it is, and the rows would read as empty.
    #expect(
      try open(RequiredFilled.Item.self).fetch(FetchDescriptor<RequiredFilled.Item>()).map(\.text).sorted()
        == ["", "", "n"])
    let items = try open(RequiredFilled.Item.self, migrates: .fittingStores)
      .fetch(FetchDescriptor<RequiredFilled.Item>(sortBy: [SortDescriptor(\.title)]))
    #expect(items.map(\.text) == ["n", "none", "none"])
    // The entity that no class stands for stays, and asking again changes nothing.
    #expect(try open(Old.Extra.self, migrates: .fittingStores).fetch(FetchDescriptor<Old.Extra>()).map(\.code) == ["x"])
  }

  @Test func whatCannotBeInferredIsNamed() throws {
    let before = try FolderState(folder.url)
    let error = try #require(throws: SwiftDataError.self) { try open(Retyped.Item.self) }
    #expect(error == .loadIssueModelContainer)
    #expect("\(error)".contains("Item.title: String becomes Integer 64"), "\(error)")
    #expect("\(error)".contains("custom stage"), "\(error)")
    #expect(try FolderState(folder.url) == before)
  }

  @Test func neverMeansNever() throws {
    let before = try FolderState(folder.url)
    let error = try #require(throws: SwiftDataError.self) { try open(Filled.Item.self, migrates: .never) }
    #expect("\(error)".contains("Item.isComplete") && "\(error)".contains("never migrates"), "\(error)")
    #expect(try FolderState(folder.url) == before)
    // What fits opens all the same.
    #expect(try open(Old.Item.self, migrates: .never).fetchCount(FetchDescriptor<Old.Item>()) == 3)
  }

  /// Indexes are in no hash: the store opens as it is.
  @Test func sameAndFittingStoresAreLeftAlone() throws {
    let log = try ContainerLog.messages(about: folder.url.path) {
      let asItIs = try open(Old.Item.self, Old.Extra.self).fetchCount(FetchDescriptor<Old.Item>())
      let indexed = try open(Indexed.Item.self).fetchCount(FetchDescriptor<Indexed.Item>())
      #expect(asItIs == 3 && indexed == 3)
    }
    // One says that it fits; nothing migrates.
    #expect(
      log.filter { $0.kind == .migration }.map(\.text)
        == ["\(url.path): fits the container's models, and opens as it is"], "\(log)")
  }
}
