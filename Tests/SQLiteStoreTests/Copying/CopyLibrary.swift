import Foundation
import ModelDescription
import SQLiteDriver
import StoreContract
import TestKit

@testable import SQLiteStore

/// The library of the migrations, and places for copies of it.
struct CopyLibrary {
  let library: MigrationLibrary
  let folder: TemporaryFolder

  init(_ change: (inout ModelDescription) -> Void = { _ in }) throws {
    library = try MigrationLibrary { description in
      description.edit("Book") { book in
        book.attributes += [
          .init(name: "palette", type: .transformable, isOptional: true),
          .init(name: "score", type: .double, isOptional: true),
          .init(name: "isLent", type: .boolean, isOptional: true),
          .init(name: "code", type: .uuid, isOptional: true), .init(name: "page", type: .uri, isOptional: true),
        ]
        book.relationships.append(
          .init(name: "related", destinationEntityName: "Book", inverseName: "related", isToMany: true))
      }
      change(&description)
    }
    folder = try TemporaryFolder()
    var request = SaveRequest()
    guard let book = library.model.entity(named: "Book") else { return }
    func set(_ key: Int64, _ values: [String: StoredValue]) {
      let fields = values.compactMap { name, value in book.fieldNumber(of: name).map { (field: $0, value: value) } }
      request.updates.append(.init(key: RowKey(entity: 1, primaryKey: key), version: nil, values: fields))
    }
    set(
      3,
      [
        "palette": .blob(Data([1, 2, 3])), "score": .real(0.1), "isLent": .integer(1),
        "page": .text("https://a.example/ü"),
        "code": .blob(Data((0..<16).map { UInt8($0) })),
      ])
    if book.toMany(named: "related") != nil {
      request.links.append(
        .init(
          owner: RowKey(entity: 1, primaryKey: 1), relationship: "related",
          added: [RowKey(entity: 1, primaryKey: 2), RowKey(entity: 1, primaryKey: 5)]))
    }
    _ = try SQLiteStore.open(library.path, model: library.model).save(request)
  }

  var path: String { library.path }
  var model: ResolvedModel { library.model }
  var place: String { folder.file("Copy.sqlite").path }

  /// A scratch folder that lasts as long as the tests.
  func scratch() throws -> URL {
    let url = folder.file("scratch-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    return url
  }

  func copy(to model: ResolvedModel? = nil, options: CopyOptions = CopyOptions()) throws -> StoreCopy {
    try StoreCopy(path, from: self.model, to: model ?? self.model, scratch: scratch(), options: options)
  }

  /// What is beside the copies, without scratch folders and what is in them.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.path).filter { !$0.hasPrefix("scratch-") }.sorted()
  }

  func externalFiles(_ base: String = "Copy") -> [String] {
    ((try? FileManager.default.contentsOfDirectory(
      atPath: folder.file(".\(base)_SUPPORT/_EXTERNAL_DATA").path)) ?? []).sorted()
  }

  /// Everything but what is another in each copy.
  static func dump(_ path: String) throws -> StoreDump {
    var dump = try StoreDump(path)
    for table in ["Z_METADATA", "Z_MODELCACHE"] { dump.tables[table] = nil }
    return dump
  }

  /// The columns of every row, as text.
  static func column(_ sql: String, _ path: String) throws -> [String] { try MigrationLibrary.column(sql, path) }
}

/// Counts calls and ends the one that it was told.
final class Stopper: Sendable {
  struct Stopped: Error {}

  private let limit: Int
  private let calls = Tally()

  init(after limit: Int) { self.limit = limit }

  var count: Int { calls.value }

  func call() throws {
    calls.add()
    if calls.value > limit { throw Stopped() }
  }
}
