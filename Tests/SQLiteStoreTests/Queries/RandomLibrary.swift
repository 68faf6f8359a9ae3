import Foundation
import ModelDescription
import QueryModel
import StoreContract
import TestKit

@testable import SQLiteStore

/// A model made at random with its rows, both as objects in memory and in a store: items belong to a group (to-one and
/// to-many), and are linked with marks (many to many).
struct RandomLibrary {
  final class Object {
    let entity: String
    let key: Int64
    var values: [String: FormatValue] = [:]
    /// Values that are nil once they are stored: a column holds no NaN.
    var stored: [String: StoredValue] = [:]

    init(_ entity: String, _ key: Int64) { (self.entity, self.key) = (entity, key) }
  }

  struct Lookup: FormatLookup {
    func value(of object: Any, forKey key: String) throws -> Any? {
      guard let value = (object as? Object)?.values[key] else {
        throw FormatError(.unknownKey, "there is no key \"\(key)\"", text: "")
      }
      return value
    }
  }

  let model: ResolvedModel
  let store: SQLiteStore
  let items: [Object]

  static let types: [AttributeType] = [
    .integer16, .integer32, .integer64, .double, .float, .boolean, .decimal, .date, .string, .uri, .uuid, .binary,
  ]

  init(seed: UInt64, rows: Int) throws {
    var random = SeededGenerator(seed: seed)
    var number = 0
    func attributes(_ random: inout SeededGenerator) -> [AttributeDescription] {
      // A number and a text at least, so that every kind of condition can be made.
      let types = [.integer32, .string] + (0..<4).map { _ in Self.types.randomElement(using: &random) ?? .string }
      return types.map {
        number += 1
        return AttributeDescription(name: "a\(number)", type: $0, isOptional: true)
      }
    }
    model = try ResolvedModel(
      ModelDescription(entities: [
        EntityDescription(
          name: "Item", attributes: attributes(&random),
          relationships: [
            RelationshipDescription(
              name: "group", destinationEntityName: "Group", inverseName: "items", isToMany: false),
            RelationshipDescription(name: "marks", destinationEntityName: "Mark", inverseName: "items", isToMany: true),
          ]),
        EntityDescription(
          name: "Group", attributes: attributes(&random),
          relationships: [
            RelationshipDescription(name: "items", destinationEntityName: "Item", inverseName: "group", isToMany: true)
          ]),
        EntityDescription(
          name: "Mark", attributes: attributes(&random),
          relationships: [
            RelationshipDescription(name: "items", destinationEntityName: "Item", inverseName: "marks", isToMany: true)
          ]),
      ]))
    store = try SQLiteStore.create(
      nil, model: model, metadata: StoreMetadata(newStoreOf: model), modelCache: nil, withHistory: false)
    var objects: [String: [Object]] = [:]
    for (entity, count) in [("Item", rows), ("Group", rows / 2), ("Mark", rows / 2)] {
      let attributes = model.entity(named: entity)?.fields.compactMap(\.attribute) ?? []
      objects[entity] = (1...Int64(max(1, count))).map { key in
        let object = Object(entity, key)
        for attribute in attributes {
          object.values[attribute.name] = Self.value(attribute.type, &random)
          guard attribute.type == .double, Int.random(in: 0..<6, using: &random) == 0 else { continue }
          object.values[attribute.name] = .null
          object.stored[attribute.name] = .real(.nan)
        }
        return object
      }
    }
    let (items, groups, marks) = (objects["Item"] ?? [], objects["Group"] ?? [], objects["Mark"] ?? [])
    var links: [(Object, Object)] = []
    for item in items {
      let group = Int.random(in: 0..<4, using: &random) == 0 ? nil : groups.randomElement(using: &random)
      item.values["group"] = group.map { .object(FormatObject($0)) } ?? .null
      let own = marks.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
      item.values["marks"] = .collection(own.map { .object(FormatObject($0)) })
      links += own.map { (item, $0) }
    }
    for group in groups {
      group.values["items"] = .collection(
        items.filter { $0.values["group"] == .object(FormatObject(group)) }.map { .object(FormatObject($0)) })
    }
    for mark in marks {
      mark.values["items"] = .collection(links.filter { $0.1 === mark }.map { .object(FormatObject($0.0)) })
    }
    self.items = items
    _ = try store.save(try request(groups + items + marks, links))
  }

  private func request(_ objects: [Object], _ links: [(Object, Object)]) throws -> SaveRequest {
    let numbers = Dictionary(zip(objects.map { ObjectIdentifier($0) }, 1...)) { first, _ in first }
    func key(_ object: Object) -> RowKey {
      RowKey(
        entity: model.entity(named: object.entity)?.number ?? 0,
        primaryKey: -Int64(numbers[ObjectIdentifier(object)] ?? 0))
    }
    var request = SaveRequest()
    for object in objects {
      let fields = model.entity(named: object.entity)?.fields ?? []
      request.inserts.append(
        .init(
          key: key(object),
          values: fields.map { field in
            if case .object(let group)? = object.values[field.name], let group = group.value as? Object {
              return .reference(key(group))
            }
            return object.stored[field.name] ?? Self.stored(object.values[field.name] ?? .null)
          }))
    }
    for item in objects where item.entity == "Item" {
      let own = links.filter { $0.0 === item }.map { key($0.1) }
      if !own.isEmpty { request.links.append(.init(owner: key(item), relationship: "marks", added: own)) }
    }
    return request
  }

  private static func stored(_ value: FormatValue) -> StoredValue {
    switch value {
    case .null, .object, .collection: .null
    case .boolean(let value): .integer(value ? 1 : 0)
    case .integer(let value): .integer(value)
    case .double(let value): .real(value)
    case .decimal(let value): .text("\(value)")
    case .string(let value): .text(value)
    case .date(let value): .real(value.timeIntervalSinceReferenceDate)
    case .data(let value): .blob(value)
    case .uuid(let value): .blob(withUnsafeBytes(of: value.uuid) { Data($0) })
    case .url(let value): .text(value.absoluteString)
    }
  }

  static let texts = [
    "", "a", "A", "ab", "Abc", "abc", "é", "e\u{301}", "E", "straße", "STRASSE", "İ", "i", "ß", "😀", "a*b", "a?", "%",
    "_",
    "'", "\"", "a b", "12", "-3.5", "x\u{0}y", "ﬁ", "Ａ",
  ]

  private static func value(_ type: AttributeType, _ random: inout SeededGenerator) -> FormatValue {
    func one<Value>(_ values: [Value]) -> Value? { values.randomElement(using: &random) }
    if Int.random(in: 0..<5, using: &random) == 0 { return .null }
    switch type {
    case .integer16, .integer32: return .integer(.random(in: -3...4, using: &random))
    case .integer64: return .integer(one([0, 1, -1, 2, 7, 1 << 53, .max, .min]) ?? 0)
    case .double: return .double(one([0, 0.5, -1.25, 2, 1e300, .infinity, -.infinity, 3.5]) ?? 0)
    case .float: return .double(one([0, 0.5, -1.25, 2, 0.25]) ?? 0)
    case .boolean: return .boolean(.random(using: &random))
    case .decimal:
      return .decimal(
        one(
          [0, 1, -2, Decimal(string: "0.25"), Decimal(string: "19.5"), Decimal(string: "100000000000000000000")]
            .compactMap(\.self)) ?? 0)
    case .date: return .date(Date(timeIntervalSinceReferenceDate: one([0, -1e9, 0.5, 7e8]) ?? 0))
    case .uri:
      return one(["file:///tmp/a", "https://example.org/b"]).flatMap { URL(string: $0) }.map { .url($0) } ?? .null
    case .uuid:
      return .uuid(
        UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, UInt8.random(in: 0...2, using: &random))))
    case .binary: return .data(one([Data(), Data([0]), Data([1, 255])]) ?? Data())
    default: return .string(one(texts) ?? "")
    }
  }
}
