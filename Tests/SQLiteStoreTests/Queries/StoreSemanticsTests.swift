import Foundation
import ModelDescription
import QueryModel
import StoreContract
import TestKit
import Testing

@testable import SQLiteStore

/// The column "format in SQL" of `Documentation/QuerySemantics.md`, asked of a store with the object that the rows are about.
@Suite struct StoreSemanticsTests {
  private static let texts = [
    "empty": "", "lower": "abc", "upper": "ABC", "plain": "e", "nfc": "\u{e9}", "nfd": "e\u{301}", "street": "straße",
  ]
  private static let numbers: [String: Int64] = ["one": 1, "zero": 0, "max": .max]

  private static func model() throws -> ResolvedModel {
    func attributes(_ names: some Sequence<String>, _ type: AttributeType) -> [AttributeDescription] {
      names.sorted().map { AttributeDescription(name: $0, type: type, isOptional: true) }
    }
    func relationship(_ name: String, _ destination: String, inverse: String?, isToMany: Bool)
      -> RelationshipDescription
    {
      RelationshipDescription(
        name: name, destinationEntityName: destination, inverseName: inverse, isToMany: isToMany)
    }
    return try ResolvedModel(
      ModelDescription(entities: [
        EntityDescription(
          name: "Sample",
          attributes: attributes(texts.keys, .string) + attributes(numbers.keys, .integer64)
            + attributes(["nan", "infinite"], .double) + attributes(["nothing"], .string)
            + attributes(["number"], .integer64) + attributes(["price"], .decimal),
          relationships: [
            relationship("few", "Part", inverse: "owner", isToMany: true),
            relationship("huge", "Part", inverse: "hugeOwner", isToMany: true),
            relationship("noneOf", "Part", inverse: "noOwner", isToMany: true),
            relationship("missing", "Sample", inverse: nil, isToMany: false),
          ]),
        EntityDescription(
          name: "Part", attributes: attributes(["number"], .integer64),
          relationships: [
            relationship("owner", "Sample", inverse: "few", isToMany: false),
            relationship("hugeOwner", "Sample", inverse: "huge", isToMany: false),
            relationship("noOwner", "Sample", inverse: "noneOf", isToMany: false),
          ]),
      ]))
  }

  private static func makeStore() throws -> SQLiteStore {
    let model = try model()
    let store = try SQLiteStore.create(
      nil, model: model, metadata: StoreMetadata(newStoreOf: model), modelCache: nil, withHistory: false)
    func key(_ entity: String, _ number: Int64) -> RowKey {
      RowKey(entity: model.entity(named: entity)?.number ?? 0, primaryKey: number)
    }
    func insert(_ key: RowKey, _ values: [String: StoredValue]) -> SaveRequest.Insert {
      let fields = model.entity(numbered: key.entity)?.fields ?? []
      return SaveRequest.Insert(key: key, values: fields.map { values[$0.name] ?? .null })
    }
    var values: [String: StoredValue] = ["infinite": .real(.infinity), "nan": .real(.nan), "price": .text("1.5")]
    for (name, text) in texts { values[name] = .text(text) }
    for (name, number) in numbers { values[name] = .integer(number) }
    let owner = StoredValue.reference(key("Sample", -1))
    var request = SaveRequest()
    request.inserts = [
      insert(key("Sample", -1), values), insert(key("Part", -2), ["number": .integer(1), "owner": owner]),
      insert(key("Part", -3), ["owner": owner]),
      insert(key("Part", -4), ["number": .integer(.max), "hugeOwner": owner]),
      insert(key("Part", -5), ["number": .integer(.max), "hugeOwner": owner]),
    ]
    _ = try store.save(request)
    return store
  }

  @Test func everyRowAnswersAsThePageSays() throws {
    let store = try Self.makeStore()
    let entity = try #require(store.model.entity(named: "Sample"))
    var good = 0
    for row in SemanticsTable.rows {
      let tree = try PredicateFormat.predicate(row.condition)
      let answer: String
      do {
        let predicate = try FormatLowering(model: store.model, entity: entity).predicate(tree)
        answer = try store.count(FetchRequest(entity: entity.number, predicate: predicate)) == 1 ? "yes" : "no"
      } catch {
        answer = "error"
      }
      #expect(answer == row.formatInSQL, "\(row.condition)")
      good += answer == row.formatInSQL ? 1 : 0
    }
    print("Rows of the semantics page that a store answers so: \(good) of \(SemanticsTable.rows.count).")
    #expect(good == SemanticsTable.rows.count && good > 270)
  }
}
