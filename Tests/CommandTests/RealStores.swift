import Foundation
import TestKit

/// The stores of the shared material, each with the models beside it.
struct RealStores {
  let name: String
  let path: String
  /// Model bundles of the same project.
  let models: [String]

  static func all() throws -> [RealStores] {
    let root = SharedMaterial.url("stores")
    let names = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
    var stores: [RealStores] = []
    for name in names.sorted() where !name.hasSuffix("-wal") && !name.hasSuffix("-shm") {
      let url = root.appendingPathComponent(name)
      guard try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true,
        try Data(contentsOf: url, options: .alwaysMapped).starts(with: Data("SQLite format 3".utf8))
      else { continue }
      let project = name.split(separator: "/").first.map(String.init) ?? ""
      let models = names.filter {
        $0.hasPrefix(project + "/") && ($0.hasSuffix(".xcdatamodeld") || $0.hasSuffix(".mom"))
      }
      stores.append(
        RealStores(name: name, path: url.path, models: models.sorted().map { root.appendingPathComponent($0).path }))
    }
    return stores
  }
}
