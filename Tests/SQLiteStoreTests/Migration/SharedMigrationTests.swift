import Foundation
import ModelDescription
import ModelEvolution
import ModelFiles
import SQLiteDriver
import TestKit
import Testing

@testable import SQLiteStore

/// Stores that Apple's frameworks wrote, of models with several versions: each to every later version.
@Suite(.enabled(if: SharedMaterial.isPresent, "no shared material")) struct SharedMigrationTests {
  /// The folder below `stores`, and what its files of one chain begin with.
  struct Chain: Sendable, CustomTestStringConvertible {
    var folder: String
    var prefix: String
    var testDescription: String { "\(folder)/\(prefix)" }
  }

  static let chains = [
    Chain(folder: "duckduckgo__BrowserServicesKit", prefix: "Bookmarks_V"),
    Chain(folder: "objcio__core-data", prefix: "Moody"),
    Chain(folder: "wibosco__CoreDataMigrationRevised-Example", prefix: "CoreDataMigration_Example"),
    Chain(folder: "alemar11__CoreDataPlus", prefix: "SampleModel_V"),
    Chain(folder: "TrinsicVentures__FreezeRay", prefix: "A_App"),
    Chain(folder: "kasianov-mikhail__scout", prefix: "Scout"),
  ]

  private struct Version {
    var name: String
    var model: ResolvedModel
  }

  /// The versions of the bundles beside the stores, in the order of their numbers, then those that only stores keep.
  private func versions(_ chain: Chain, _ stores: [RealStore]) throws -> [Version] {
    let folder = SharedMaterial.url("stores/\(chain.folder)")
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    var versions: [Version] = []
    func add(_ name: String, _ model: ResolvedModel) {
      guard !versions.contains(where: { $0.model.versionHashes() == model.versionHashes() }) else { return }
      versions.append(Version(name: name, model: model))
    }
    for path in paths.sorted() where path.hasSuffix(".xcdatamodeld") {
      let bundle = try ModelFiles.load(folder.appendingPathComponent(path))
      let sorted = bundle.versions.sorted { $0.name.localizedStandardCompare($1.name) == .orderedAscending }
      for version in sorted { add(version.name, try ResolvedModel(version.model)) }
    }
    let ordered = stores.sorted { $0.name.localizedStandardCompare($1.name) == .orderedAscending }
    for store in ordered { add(store.name, store.model) }
    return versions
  }

  @Test(arguments: chains) func eachStoreReachesEveryLaterVersion(_ chain: Chain) throws {
    let folder = SharedMaterial.url("stores/\(chain.folder)")
    let stores = try SharedStores.files().filter {
      $0.path.hasPrefix(folder.path) && $0.lastPathComponent.hasPrefix(chain.prefix)
    }.map(RealStore.init)
    let versions = try versions(chain, stores)
    var (done, refused, all) = (0, 0, 0)
    for store in stores {
      guard let start = versions.firstIndex(where: { $0.model.versionHashes() == store.model.versionHashes() }) else {
        continue
      }
      for target in versions[(start + 1)...] {
        all += 1
        let mapping = ModelMapping.inferred(from: store.model, to: target.model)
        guard mapping.isLightweight else {
          refused += 1
          print("\(store.name) to \(target.name): not lightweight: \(mapping.obstacles.map(\.description))")
          continue
        }
        let copy = try TemporaryFolder()
        let path = copy.file(String(store.fileName)).path
        for ending in ["", "-wal"] where FileManager.default.fileExists(atPath: store.path + ending) {
          try FileManager.default.copyItem(atPath: store.path + ending, toPath: path + ending)
        }
        let before = try ContentDump(path, store.model)
        let report: MigrationReport?
        do {
          report = try StoreMigration.migrate(
            path, from: store.model, hashes: store.description.metadata.hashes, to: target.model,
            fills: MigrationFills(allowsZero: true))
        } catch let error as MigrationError where error.code == .missingValues || error.code == .duplicates {
          refused += 1
          print("\(store.name) to \(target.name): \(error)")
          continue
        }
        let after = try ContentDump(path, target.model)
        #expect(before.losses(in: after, mapping) == [], "\(store.name) to \(target.name)")
        #expect(try SQLiteStore.description(of: path).metadata.hashes == target.model.versionHashes())
        #expect(
          report?.rowsAfter
            == report.map { $0.rowsBefore - $0.entities.filter { $0.destination == nil }.reduce(0) { $0 + $1.before } })
        done += 1
      }
    }
    print(
      "\(chain): \(done) of \(all) migrations of \(stores.count) stores done and compared, \(refused) refused with reasons"
    )
    #expect(done + refused == all)
  }
}
