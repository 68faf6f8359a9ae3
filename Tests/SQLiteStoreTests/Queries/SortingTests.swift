import Foundation
import ModelDescription
import QueryModel
import SQLCompiler
import SQLiteDriver
import StoreContract
import Synchronization
import TestKit
import Testing

@testable import SQLiteStore

/// Orders of a store beside the same orders in memory.
@Suite struct SortingTests {
  private func keys(_ library: RandomLibrary, _ sorts: [QuerySort]) throws -> [Int64] {
    let entity = library.model.entity(named: "Item")?.number ?? 0
    var keys: [Int64] = []
    try library.store.fetch(FetchRequest(entity: entity, sorts: sorts)) { keys.append($0.primaryKey()) }
    return keys
  }

  private func value(_ object: RandomLibrary.Object, _ path: [String]) -> QueryConstant {
    var current = object
    for name in path.dropLast() {
      guard case .object(let next)? = current.values[name], let next = next.value as? RandomLibrary.Object else {
        return .null
      }
      current = next
    }
    return current.values[path.last ?? ""]?.constant ?? .null
  }

  /// ICU's keys, which cost more than a comparison of bytes, are computed for each row and not for each comparison.
  @Test func localizedKeysAreComputedOnceForEachRow() throws {
    let rows = 200
    let library = try RandomLibrary(seed: 77, rows: rows)
    let entity = try #require(library.model.entity(named: "Item"))
    let text = try #require(entity.fields.first { $0.attribute?.type == .string }?.name)
    let sorts = [QuerySort(path: [text], isAscending: true, order: .localizedStandard)]
    let compiled = try library.store.schema.compiler.compile(FetchRequest(entity: entity.number, sorts: sorts))
    let calls = Mutex(0)
    var found: [Int64] = []
    try library.store.reading { connection in
      try connection.register(
        ScalarFunction(TextFunction.localizedKey, argumentCount: 1) { call in
          calls.withLock { $0 += 1 }
          if call[0].kind != .null, let key = TextCollator.shared?.key(call[0].text) { call.setResult(blob: key) }
        })
      let statement = try connection.prepare(compiled.sql)
      while try statement.step() { found.append(statement.integer(0)) }
      try connection.registerStoreFunctions()
    }
    #expect(calls.withLock { $0 } == rows, "\(compiled.sql)")
    #expect(try found == keys(library, sorts) && found.count == rows)
  }

  /// Every storable type, both ways, of the items and of their groups, with a second key; ties by primary key.
  @Test func everyTypeSortsAsInMemory() throws {
    var (good, all) = (0, 0)
    var types: Set<String> = []
    for seed in 0..<UInt64(FullRun.isOn ? 500 : 40) {
      let library = try RandomLibrary(seed: 1000 + seed, rows: 12)
      func paths(_ entity: String, _ prefix: [String]) -> [([String], AttributeType)] {
        (library.model.entity(named: entity)?.fields.compactMap(\.attribute) ?? []).map {
          (prefix + [$0.name], $0.type)
        }
      }
      let paths = paths("Item", []) + paths("Group", ["group"])
      for (index, (path, type)) in paths.enumerated() {
        let second = paths[(index + 1) % paths.count].0
        for order in [QuerySort.Order.natural, .localizedStandard] where order == .natural || type == .string {
          let sorts = [
            QuerySort(path: path, isAscending: index % 2 == 0, order: order),
            QuerySort(path: second, isAscending: seed % 2 == 0),
          ]
          let expected = library.items.sorted { left, right in
            for sort in sorts {
              let order = sort.order(value(left, sort.path), value(right, sort.path))
              if order != 0 { return order < 0 }
            }
            return left.key < right.key
          }
          all += 1
          types.insert("\(type)")
          let found = try keys(library, sorts)
          if found == expected.map(\.key) { good += 1 } else { Issue.record("seed \(seed): \(sorts): \(found)") }
        }
      }
    }
    print("Orders of SQLite as in memory: \(good) of \(all), of \(types.count) types.")
    #expect(good == all && types.count == RandomLibrary.types.count)
  }
}
