import Foundation

/// Where models are looked for: in bundles and the resource folders that SwiftPM puts beside a program.
struct ModelSearch {
  /// Every folder that is looked into.
  let folders: [URL]

  init(_ bundles: [Bundle]?) {
    self.init(roots: (bundles ?? [.main]).flatMap { [$0.resourceURL, $0.bundleURL].compactMap { $0 } })
  }

  init(roots: [URL]) {
    var folders: [URL] = []
    for root in roots {
      folders.append(root)
      for member in Self.members(of: root) where ["resources", "bundle"].contains(member.pathExtension) {
        folders.append(member)
        folders.append(member.appendingPathComponent("Contents/Resources"))
      }
    }
    var seen: Set<String> = []
    self.folders = folders.filter { folder in
      FileManager.default.fileExists(atPath: folder.path)
        && seen.insert(folder.resolvingSymlinksInPath().path).inserted
    }
  }

  /// Compiled models first: where both are, the source is what the other was made of.
  private static let endings = ["momd", "mom", "xcdatamodeld", "xcdatamodel"]

  /// The models of that name, in the order of the folders; one of a folder.
  func models(named name: String) -> [URL] {
    folders.compactMap { folder in
      Self.endings.lazy.map { folder.appendingPathComponent("\(name).\($0)") }
        .first { FileManager.default.fileExists(atPath: $0.path) }
    }
  }

  /// All models, one of each name of a folder.
  func all() -> [URL] {
    folders.flatMap { folder in
      var byName: [String: URL] = [:]
      for ending in Self.endings {
        for member in Self.members(of: folder) where member.pathExtension == ending {
          let name = member.deletingPathExtension().lastPathComponent
          if byName[name] == nil { byName[name] = member }
        }
      }
      return byName.sorted { $0.key < $1.key }.map(\.value)
    }
  }

  /// Every file of those endings, in the order of the folders, by name in each.
  func files(endingIn endings: [String]) -> [URL] {
    folders.flatMap { folder in Self.members(of: folder).filter { endings.contains($0.pathExtension) } }
  }

  private static func members(of folder: URL) -> [URL] {
    let members = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    return (members ?? []).sorted { $0.path < $1.path }
  }
}
