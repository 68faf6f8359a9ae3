import Foundation
import ModelDescription
import ModelFiles
import SQLiteDriver
import TestKit
import Testing

@testable import SQLiteStore

/// Stores that Apple's frameworks wrote, beside what their own cached models say.
@Suite(.enabled(if: SharedMaterial.isPresent, "no shared material beside the package"))
struct SharedLayoutTests {
  @Test func cachedModelsHashAsTheMetadataSays() throws {
    var (equal, all, models) = (0, 0, 0)
    for file in try SharedStores.files() {
      let connection = try Connection(path: file.path, mode: .untouched)
      let store = try StoreFile(connection, path: file.path)
      guard let cache = try store.modelCache() else { continue }
      models += 1
      let model = try ResolvedModel(ModelCache.read(cache))
      let metadata = try StoreMetadata(rows: store.metadataRows(), path: file.path)
      let hashes = model.versionHashes()
      #expect(Set(hashes.keys) == Set(metadata.hashes.keys), "\(file.lastPathComponent)")
      for (entity, hash) in metadata.hashes.sorted(by: { $0.key < $1.key }) {
        all += 1
        if hashes[entity] == hash { equal += 1 }
        #expect(hashes[entity] == hash, "\(file.lastPathComponent): \(entity)")
      }
    }
    print("entity hashes of cached models equal to the metadata: \(equal) of \(all) in \(models) stores")
    #expect(models == 35)
  }

  @Test func layoutsEqualTheFiles() throws {
    var (equal, all, history, historyStores) = (0, 0, 0, 0)
    var differing: Set<String> = []
    let stores = try RealStore.all()
    for real in stores {
      let connection = try Connection(path: real.path, mode: .untouched)
      let layout = try StoreLayout(real.model)
      let keys = try connection.withStatement("SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY ORDER BY Z_ENT") {
        statement in
        var rows: [PrimaryKeyRow] = []
        while try statement.step() {
          rows.append(
            PrimaryKeyRow(
              entityNumber: Int(statement.integer(0)), name: statement.text(1),
              superentityNumber: Int(statement.integer(2))))
        }
        return rows
      }
      let comparison = LayoutComparison(
        layout: layout, schema: try connection.schema().map { ($0.type, $0.name, $0.sql ?? "") }, primaryKeys: keys)
      equal += comparison.equal
      history += comparison.equalHistory
      historyStores += comparison.equalHistory > 0 ? 1 : 0
      all += comparison.equal + comparison.differing.count
      for name in comparison.differing { differing.insert("\(real.fileName): \(name)") }
    }
    let cached = stores.filter(\.hasCachedModel).count
    print(
      "objects of \(stores.count) real stores (\(cached) by their cached model) equal to the generated layout:",
      "\(equal) of \(all)")
    print("of these, objects of persistent history: \(history) in \(historyStores) stores")
    #expect(stores.count == 40 && cached == 35)
    #expect(equal == 574 && all == 677 && LayoutExceptions.all.count == 103)
    // Eleven tables and indexes in each, and the numbers of the entities of history in four.
    #expect(historyStores == 11 && history == 11 * 11 + 4)
    let unknown = differing.subtracting(LayoutExceptions.all.keys).sorted()
    #expect(unknown.isEmpty, "\(unknown.joined(separator: "\n"))")
    let mended = Set(LayoutExceptions.all.keys).subtracting(differing).sorted()
    #expect(mended.isEmpty, "no longer differs, take it off the list: \(mended.joined(separator: ", "))")
  }
}
