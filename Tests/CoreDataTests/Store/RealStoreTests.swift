import Foundation
import TestKit
import Testing

@testable import CoreData

/// Stores that Apple's frameworks wrote, opened with the models that they keep.
@Suite(.enabled(if: SharedMaterial.isPresent, "no shared material beside the package"))
struct RealStoreTests {
  @Test func everyStoreOpensWithItsOwnModel() throws {
    var (opened, all) = (0, 0)
    var refused: [String] = []
    for url in try Self.stores() {
      guard let metadata = try? NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: url) else {
        continue
      }
      guard let model = try? NSPersistentStoreCoordinator.cachedModelForPersistentStore(at: url) else { continue }
      all += 1
      let isFitting = model.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata)
      let folder = url.deletingLastPathComponent()
      let before = try FolderState(folder)
      do {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        let store = try coordinator.addPersistentStore(
          type: .sqlite, at: url, options: [NSReadOnlyPersistentStoreOption: true as NSNumber])
        #expect(store.identifier == metadata[NSStoreUUIDKey] as? String)
        #expect(isFitting, "\(url.path)")
        let entity = try #require(model.entities.first?.name)
        let id = coordinator.managedObjectID(for: "x-coredata://\(store.identifier ?? "")/\(entity)/p1")
        #expect(id?.entity.name == entity)
        opened += 1
      } catch let error as NSError {
        #expect(error.code == 134100 && !isFitting, "\(url.path): \(error)")
        refused.append("\(url.lastPathComponent): \(error.localizedDescription)")
      }
      #expect(
        try FolderState(folder).names.filter { !$0.hasSuffix("-shm") && !$0.hasSuffix("-wal") }
          == before.names.filter { !$0.hasSuffix("-shm") && !$0.hasSuffix("-wal") })
    }
    print("stores opened with the model that they keep: \(opened) of \(all)")
    refused.forEach { print("  \($0)") }
    #expect(all > 10)
  }

  static func stores() throws -> [URL] {
    let files =
      FileManager.default.enumerator(
        at: SharedMaterial.url("stores"), includingPropertiesForKeys: nil)?.allObjects as? [URL] ?? []
    return files.filter { url in
      guard !url.path.hasSuffix("-wal"), !url.path.hasSuffix("-shm"),
        let file = FileHandle(forReadingAtPath: url.path)
      else { return false }
      defer { try? file.close() }
      return (try? file.read(upToCount: 15)) == Data("SQLite format 3".utf8)
    }.sorted { $0.path < $1.path }
  }
}
