import CoreData
import Foundation
import ModelDescription
import SQLCompiler
import SQLiteDriver
import TestKit

@testable import SQLiteStore

/// A copy of a store that Apple's frameworks wrote, behind a container with the store's own model.
struct StoreCopy {
  /// Folder and file below `stores`.
  let name: String
  let url: URL
  let model: NSManagedObjectModel
  /// The model is the one that the store keeps, not one of the files beside it.
  let isCached: Bool
  let resolved: ResolvedModel
  private let folder: TemporaryFolder
  private let mappings: [TableMapping]

  init(_ file: URL) throws {
    name = "\(file.deletingLastPathComponent().lastPathComponent)/\(file.lastPathComponent)"
    folder = try TemporaryFolder()
    url = folder.file(file.lastPathComponent)
    for end in ["", "-wal"] where FileManager.default.fileExists(atPath: file.path + end) {
      try FileManager.default.copyItem(atPath: file.path + end, toPath: url.path + end)
    }
    let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: url)
    if let cached = try? NSPersistentStoreCoordinator.cachedModelForPersistentStore(at: url) {
      (model, isCached) = (cached, true)
    } else {
      (model, isCached) = (try Self.modelBeside(file, metadata), false)
    }
    resolved = try model.resolved()
    mappings = try Self.container(url, model) { container in
      container.persistentStoreCoordinator.persistentStores.first?.store?.schema.mappings ?? []
    }
  }

  /// The model version in the folders beside a store that it was made with.
  private static func modelBeside(_ file: URL, _ metadata: [String: Any]) throws -> NSManagedObjectModel {
    let folder = file.deletingLastPathComponent()
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    for path in paths.sorted() where path.hasSuffix(".xcdatamodel") {
      let model = NSManagedObjectModel(contentsOf: folder.appendingPathComponent(path))
      if let model, model.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata) { return model }
    }
    struct NoModel: Error { let path: String }
    throw NoModel(path: file.path)
  }

  /// Loads the store into a new container, runs `body`, and closes the store.
  private static func container<T>(
    _ url: URL, _ model: NSManagedObjectModel, _ body: (NSPersistentContainer) throws -> T
  ) throws -> T {
    let container = NSPersistentContainer(name: "Copy", managedObjectModel: model)
    container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: url)]
    var failure: (any Error)?
    container.loadPersistentStores { failure = $1 }
    if let failure { throw failure }
    let result = try body(container)
    for store in container.persistentStoreCoordinator.persistentStores {
      try container.persistentStoreCoordinator.remove(store)
    }
    return result
  }

  /// Runs `body` on a context of a container of its own.
  func withContext<T>(_ body: (NSManagedObjectContext) throws -> T) throws -> T {
    try Self.container(url, model) { container in
      let context = container.newBackgroundContext()
      return try context.performAndWait { try body(context) }
    }
  }

  func dump() throws -> FileDump { try FileDump(url.path) }

  // MARK: the file's names

  /// Table and key as the file has an object's row: `ZBOOK 5`.
  func row(_ object: NSManagedObject) -> String {
    "\(mapping(object.entity)?.table ?? "") \(Self.key(object))"
  }

  static func key(_ object: NSManagedObject) -> Int64 {
    Int64(object.objectID.uriRepresentation().lastPathComponent.dropFirst()) ?? 0
  }

  func version(_ object: NSManagedObject) -> String { "\(row(object)) \(mapping(object.entity)?.versionColumn ?? "")" }

  /// The cells of an attribute or a to-one: several of a composite.
  func columns(_ object: NSManagedObject, _ key: String) -> [TableMapping.Column] {
    guard let entity = resolved.entity(named: object.entity.name ?? ""), let mapping = mapping(object.entity) else {
      return []
    }
    return entity.fields.indices.filter { entity.fields[$0].path.first == key }.map { mapping.columns[$0] }
  }

  func derivedColumn(_ key: String, of entity: NSEntityDescription) -> String {
    guard let resolved = resolved.entity(named: entity.name ?? ""), let field = resolved.fieldNumber(of: key) else {
      return ""
    }
    return mapping(entity)?.columns[field].name ?? ""
  }

  func toMany(_ object: NSManagedObject, _ key: String) -> ToManyMapping? { mapping(object.entity)?.toManys[key] }

  private func mapping(_ entity: NSEntityDescription) -> TableMapping? {
    resolved.entity(named: entity.name ?? "").flatMap {
      mappings.indices.contains($0.number - 1) ? mappings[$0.number - 1] : nil
    }
  }

  /// Cells that the frameworks' own triggers may write, without their rows.
  var derivedCells: [(table: String, column: String)] {
    zip(resolved.entities, mappings).flatMap { entity, mapping in
      zip(entity.fields, mapping.columns).compactMap { field, column in
        field.attribute?.derivation == nil ? nil : (mapping.table, column.name)
      }
    }
  }

  /// The keys of a to-many's rows by the file, in the order that it keeps, if any.
  func members(_ owner: NSManagedObject, _ key: String) throws -> [Int64] {
    let connection = try Connection(path: url.path, mode: .untouched)
    let sql: String
    switch toMany(owner, key) {
    case .foreignKey(let table, let column, let order):
      sql = "SELECT Z_PK FROM \(table) WHERE \(column) = \(Self.key(owner)) ORDER BY \(order ?? "Z_PK"), Z_PK"
    case .joinTable(let table, let column, let member, let order):
      sql = "SELECT \(member) FROM \(table) WHERE \(column) = \(Self.key(owner)) ORDER BY \(order ?? member), \(member)"
    case nil: return []
    }
    let statement = try connection.prepare(sql)
    var keys: [Int64] = []
    while try statement.step() { keys.append(statement.integer(0)) }
    return keys
  }

  func integrity() throws -> String? {
    try Connection(path: url.path, mode: .untouched).text("PRAGMA integrity_check")
  }
}
