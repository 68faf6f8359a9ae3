import Foundation
import ModelDescription
import ModelFiles
import SQLiteDriver
import TestKit

@testable import SQLiteStore

/// A copy of a store that Apple's frameworks wrote, with the model that its hashes name.
struct RealStore {
  /// Folder and file below `stores`.
  let name: String
  var fileName: Substring { name.split(separator: "/").last ?? "" }
  let folder: TemporaryFolder
  let path: String
  let description: StoreDescription
  let model: ResolvedModel
  let hasCachedModel: Bool

  /// Every store of the shared material, in order.
  static func all() throws -> [RealStore] { try SharedStores.files().map(RealStore.init) }

  init(_ file: URL) throws {
    name = "\(file.deletingLastPathComponent().lastPathComponent)/\(file.lastPathComponent)"
    folder = try TemporaryFolder()
    path = folder.file(file.lastPathComponent).path
    for end in ["", "-wal"] where FileManager.default.fileExists(atPath: file.path + end) {
      try FileManager.default.copyItem(atPath: file.path + end, toPath: path + end)
    }
    description = try SQLiteStore.description(of: path)
    if let cached = description.readableModel {
      model = cached
      hasCachedModel = true
    } else {
      model = try Self.modelBeside(file, hashes: description.metadata.hashes)
      hasCachedModel = false
    }
  }

  func open(_ access: SQLiteStore.Access = .readWrite) throws -> SQLiteStore {
    try SQLiteStore.open(path, model: model, access: access)
  }

  /// The table of an entity, by the rule of StoreFormat.md section 2.
  func table(_ entity: ResolvedEntity) -> String { Self.table(entity.number, in: model) }

  static func table(_ number: Int, in model: ResolvedModel) -> String {
    "Z" + (model.entity(numbered: model.entity(numbered: number)?.rootNumber ?? 0)?.name ?? "").uppercased()
  }

  /// Where the frameworks' own triggers may write.
  var derivedColumns: [(table: String, column: String)] {
    model.entities.flatMap { entity in
      entity.fields.compactMap { field in
        field.attribute?.derivation == nil ? nil : (table(entity), "Z\(field.name.uppercased())")
      }
    }
  }

  /// Books of the models `SampleModel2` whose derived count of pages is wrong.
  func wrongCounts() throws -> Int64 {
    guard !derivedColumns.isEmpty else { return 0 }
    return try Connection(path: path, mode: .untouched).integer(
      "SELECT count(*) FROM ZBOOK AS b WHERE ZPAGESCOUNT IS NOT (SELECT count(*) FROM ZPAGE WHERE ZBOOK = b.Z_PK)")
      ?? -1
  }

  /// The model version in the folders beside a store whose entity hashes are the store's.
  private static func modelBeside(_ file: URL, hashes: [String: Data]) throws -> ResolvedModel {
    let folder = file.deletingLastPathComponent()
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    for path in paths.sorted() where path.hasSuffix(".xcdatamodeld") || path.hasSuffix(".xcdatamodel") {
      guard let bundle = try? ModelFiles.load(folder.appendingPathComponent(path)) else { continue }
      for version in bundle.versions {
        if let model = try? ResolvedModel(version.model), model.versionHashes() == hashes { return model }
      }
    }
    struct NoModel: Error { let path: String }
    throw NoModel(path: file.path)
  }
}
