import Foundation
import SwiftData
import TestKit
import Testing

private enum Kind: String, Codable { case plain, fancy }
private enum State: Codable { case new, used }
private struct Price: Codable, Hashable {
  var amount: Int
  var currency: String
}
private struct Label: Codable, Hashable { var text: String }

private enum Old {
  @Model final class Item {
    var name: String
    var kind: Kind
    var state: State
    var price: Price
    var discount: Price?
    var size: Int
    var label: Label
    init(_ name: String, _ kind: Kind, _ state: State, _ amount: Int, discount: Int? = nil) {
      self.name = name
      self.kind = kind
      self.state = state
      price = Price(amount: amount, currency: "EUR")
      self.discount = discount.map { Price(amount: $0, currency: "USD") }
      size = amount * 10
      label = Label(text: "label \(name)")
    }
  }
}

private enum MoreCases {
  enum Kind: String, Codable { case plain, rare, fancy }
  enum State: Codable { case new, lent, used }
  @Model final class Item {
    var name: String
    var kind: Kind
    var state: State
    init(name: String, kind: Kind, state: State) {
      self.name = name
      self.kind = kind
      self.state = state
    }
  }
}

private enum OtherRawType {
  enum Kind: Int, Codable { case plain, fancy }
  @Model final class Item {
    var name: String
    var kind: Kind
    init(name: String, kind: Kind) {
      self.name = name
      self.kind = kind
    }
  }
}

private enum OptionalPart {
  struct Price: Codable, Hashable {
    var amount: Int
    var currency: String
    var vat: Int?
  }
  @Model final class Item {
    var name: String
    var price: Price
    var discount: Price?
    init(name: String, price: Price) {
      self.name = name
      self.price = price
    }
  }
}

/// The new part has a value in the struct that the initialiser takes.
private enum StatedPart {
  struct Price: Codable, Hashable {
    var amount: Int
    var currency: String
    var vat: Int
  }
  @Model final class Item {
    var name: String
    var price: Price
    init(name: String, price: Price = Price(amount: 0, currency: "EUR", vat: 19)) {
      self.name = name
      self.price = price
    }
  }
}

private enum MandatoryPart {
  struct Tax: Codable, Hashable {
    var vat: Int
    var note: String?
  }
  struct Price: Codable, Hashable {
    var amount: Int
    var currency: String
    var tax: Tax
  }
  @Model final class Item {
    var name: String
    var price: Price
    var discount: Price?
    init(name: String, price: Price) {
      self.name = name
      self.price = price
    }
  }
}

private enum FewerParts {
  struct Price: Codable, Hashable { var amount: Int }
  @Model final class Item {
    var name: String
    var price: Price
    var discount: Price?
    init(name: String, price: Price) {
      self.name = name
      self.price = price
    }
  }
}

/// A value becomes a struct of one, and a struct of one a value.
private enum Wrapped {
  struct Size: Codable, Hashable { var pages: Int }
  @Model final class Item {
    var name: String
    var size: Size
    var label: String
    init(name: String, size: Size, label: String) {
      self.name = name
      self.size = size
      self.label = label
    }
  }
}

private enum TwoParts {
  struct Size: Codable, Hashable {
    var width: Int
    var height: Int
  }
  @Model final class Item {
    var name: String
    var size: Size
    init(name: String, size: Size) {
      self.name = name
      self.size = size
    }
  }
}

/// A struct that a transformer keeps in one column.
private enum Painted {
  struct Ink: Codable, Hashable {
    var red: Int
    var green: Int
  }
  @Model final class Item {
    var name: String
    @Attribute(.transformable(by: "InkTransformerOfShapes")) var ink: Ink?
    init(name: String) { self.name = name }
  }
}

private final class InkTransformer: ValueTransformer {
  override func transformedValue(_ value: Any?) -> Any? {
    (value as? Painted.Ink).map { Data([UInt8($0.red), UInt8($0.green)]) }
  }
  override func reverseTransformedValue(_ value: Any?) -> Any? {
    (value as? Data).map { Painted.Ink(red: Int($0.first ?? 0), green: Int($0.last ?? 0)) }
  }
}

private enum OldVersion: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Old.Item.self] }
  static var versionIdentifier: Schema.Version { .init(1, 0, 0) }
}

private enum NewVersion: VersionedSchema {
  static var models: [any PersistentModel.Type] { [MandatoryPart.Item.self] }
  static var versionIdentifier: Schema.Version { .init(2, 0, 0) }
}

/// Fills the new part out of the older shape, of the discounts only where it is told to.
private enum FillingPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [OldVersion.self, NewVersion.self] }
  static var stages: [MigrationStage] {
    [
      .custom(fromVersion: OldVersion.self, toVersion: NewVersion.self, willMigrate: nil) { context in
        for item in try context.fetch(FetchDescriptor<MandatoryPart.Item>()) {
          let old = try context.migrationSource?.existingModel(for: item.persistentModelID) as? Old.Item
          guard let old, old.kind == .plain || old.label.text != "skip" else { continue }
          func with(_ price: Price) -> MandatoryPart.Price {
            MandatoryPart.Price(
              amount: price.amount, currency: price.currency, tax: MandatoryPart.Tax(vat: price.amount * 2))
          }
          // The new shape is readable before its part has a value.
          item.price.tax = MandatoryPart.Tax(vat: item.price.amount * 2)
          item.discount = old.discount.map(with)
        }
        try context.save()
      }
    ]
  }
}

/// What the types of properties become: enums with other cases and raw values, structs with other parts.
@Suite struct ShapeChangeTests {
  private let folder: TemporaryFolder
  private let url: URL

  init() throws {
    folder = try TemporaryFolder()
    url = folder.file("Items.store")
    let context = ModelContext(try ModelContainer(for: Old.Item.self, configurations: .init(url: url)))
    context.insert(Old.Item("a", .plain, .new, 1))
    context.insert(Old.Item("b", .fancy, .used, 2, discount: 5))
    context.insert(Old.Item("c", .fancy, .new, 3))
    try context.save()
  }

  private func open(
    _ type: any PersistentModel.Type, migrates: ModelConfiguration.Migrations = .automatic
  ) throws -> ModelContext {
    ModelContext(
      try ModelContainer(for: Schema([type]), configurations: ModelConfiguration(url: url, migrates: migrates)))
  }

  private func refusal(of type: any PersistentModel.Type) throws -> String {
    let before = try FolderState(folder.url)
    let error = try #require(throws: SwiftDataError.self) { try open(type) }
    func files(_ state: FolderState) -> [String] {
      state.names.filter { !$0.hasSuffix("-shm") && !$0.hasSuffix("-wal") }
    }
    #expect(files(try FolderState(folder.url)) == files(before))
    #expect(try open(Old.Item.self).fetchCount(FetchDescriptor<Old.Item>()) == 3)
    return "\(error)"
  }

  @Test func anEnumGetsCases() throws {
    let context = try open(MoreCases.Item.self)
    let items = try context.fetch(FetchDescriptor<MoreCases.Item>(sortBy: [SortDescriptor(\.name)]))
    #expect(items.map(\.kind) == [.plain, .fancy, .fancy] && items.map(\.state) == [.new, .used, .new])
    (items[0].kind, items[0].state) = (.rare, .lent)
    try context.save()
    let again = try open(MoreCases.Item.self).fetch(FetchDescriptor<MoreCases.Item>(sortBy: [SortDescriptor(\.name)]))
    #expect(again.map(\.kind) == [.rare, .fancy, .fancy] && again.map(\.state) == [.lent, .used, .new])
  }

  @Test func anEnumWithOtherRawValuesIsRefused() throws {
    let error = try refusal(of: OtherRawType.Item.self)
    #expect(error.contains("Item.kind") && error.contains("String becomes Integer 64"), "\(error)")
  }

  @Test func aStructGetsAnOptionalPart() throws {
    let items = try open(OptionalPart.Item.self)
      .fetch(FetchDescriptor<OptionalPart.Item>(sortBy: [SortDescriptor(\.name)]))
    #expect(items.map(\.price) == (1...3).map { OptionalPart.Price(amount: $0, currency: "EUR") })
    #expect(items.map(\.discount) == [nil, OptionalPart.Price(amount: 5, currency: "USD"), nil])
  }

  @Test func aStructGetsAPartWithTheValueThatTheInitialiserTakes() throws {
    let log = try ContainerLog.messages(about: folder.url.path) {
      let items = try open(StatedPart.Item.self)
        .fetch(FetchDescriptor<StatedPart.Item>(sortBy: [SortDescriptor(\.name)]))
      #expect(items.map(\.price) == (1...3).map { StatedPart.Price(amount: $0, currency: "EUR", vat: 19) })
    }
    #expect(log.contains { $0.text.contains("Item.price.vat: 19 in 3 rows") }, "\(log)")
  }

  /// A struct that cannot be read without its new part is not left without it.
  @Test func aPartThatNobodyFillsIsRefusedWithItsRows() throws {
    let error = try refusal(of: MandatoryPart.Item.self)
    #expect(error.contains("Item.price.tax: 3 rows have no value for it"), "\(error)")
    #expect(error.contains("Item.discount.tax: 1 row has no value for it"), "\(error)")
  }

  /// Only structs that are there get their part: none comes into being.
  @Test func aPartBecomesZeroWhereThatIsAllowed() throws {
    let log = try ContainerLog.messages(about: folder.url.path) {
      let items = try open(MandatoryPart.Item.self, migrates: .blankValues)
        .fetch(FetchDescriptor<MandatoryPart.Item>(sortBy: [SortDescriptor(\.name)]))
      let tax = MandatoryPart.Tax(vat: 0)
      #expect(items.map(\.price) == (1...3).map { MandatoryPart.Price(amount: $0, currency: "EUR", tax: tax) })
      #expect(items.map(\.discount) == [nil, MandatoryPart.Price(amount: 5, currency: "USD", tax: tax), nil])
    }
    #expect(log.contains { $0.text.contains("Item.discount.tax.vat: 0 in 1 row") }, "\(log)")
  }

  private func openByPlan() throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: Schema(versionedSchema: NewVersion.self), migrationPlan: FillingPlan.self,
        configurations: ModelConfiguration(url: url)))
  }

  @Test func aCustomStageFillsThePart() throws {
    let items = try openByPlan().fetch(FetchDescriptor<MandatoryPart.Item>(sortBy: [SortDescriptor(\.name)]))
    #expect(items.map(\.price.tax.vat) == [2, 4, 6] && items.map(\.discount?.tax.vat) == [nil, 10, nil])
    #expect(items.map(\.price.amount) == [1, 2, 3])
  }

  /// Asked when the stage has run: what it left out is named with its rows.
  @Test func aPartThatACustomStageLeavesOutIsRefused() throws {
    do {
      let context = try open(Old.Item.self)
      let items = try context.fetch(FetchDescriptor<Old.Item>())
      for item in items where item.name == "b" { item.label = Label(text: "skip") }
      try context.save()
    }
    let error = try #require(throws: SwiftDataError.self) { try openByPlan() }
    #expect("\(error)".contains("Item.price.tax: 1 row has no value for it"), "\(error)")
    #expect("\(error)".contains("Item.discount.tax: 1 row has no value for it"), "\(error)")
    #expect(try open(Old.Item.self).fetchCount(FetchDescriptor<Old.Item>()) == 3)
  }

  @Test func aStructThatATransformerKeepsHasNoParts() throws {
    ValueTransformer.setValueTransformer(InkTransformer(), forName: .init("InkTransformerOfShapes"))
    let context = try open(Painted.Item.self)
    let items = try context.fetch(FetchDescriptor<Painted.Item>(sortBy: [SortDescriptor(\.name)]))
    #expect(items.map(\.name) == ["a", "b", "c"] && items.allSatisfy { $0.ink == nil })
    items[0].ink = Painted.Ink(red: 1, green: 2)
    try context.save()
    #expect(items[0].ink == Painted.Ink(red: 1, green: 2))
  }

  @Test func aStructLosesAPart() throws {
    let log = try ContainerLog.messages(about: folder.url.path) {
      let items = try open(FewerParts.Item.self)
        .fetch(FetchDescriptor<FewerParts.Item>(sortBy: [SortDescriptor(\.name)]))
      #expect(items.map(\.price.amount) == [1, 2, 3] && items.map(\.discount?.amount) == [nil, 5, nil])
    }
    #expect(log.contains { $0.text.contains("dropped 3 values of Item.price.currency") }, "\(log)")
    #expect(log.contains { $0.text.contains("dropped 1 value of Item.discount.currency") }, "\(log)")
  }

  @Test func aValueBecomesAStructOfOneAndBack() throws {
    let items = try open(Wrapped.Item.self).fetch(FetchDescriptor<Wrapped.Item>(sortBy: [SortDescriptor(\.name)]))
    #expect(items.map(\.size.pages) == [10, 20, 30])
    #expect(items.map(\.label) == ["label a", "label b", "label c"])
  }

  @Test func aValueThatBecomesAStructOfTwoIsRefused() throws {
    let error = try refusal(of: TwoParts.Item.self)
    #expect(error.contains("Item.size") && error.contains("becomes a composite of 2 parts"), "\(error)")
  }
}
