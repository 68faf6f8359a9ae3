public import Foundation
import Synchronization

extension ModelConfiguration {
  private static let chosenFolder = Mutex<URL?>(nil)

  /// Where stores lie whose configuration names no file.
  ///
  /// Apple's is the app's own Application Support folder. Elsewhere it is a folder of the executable's name in
  /// `$XDG_DATA_HOME`, or in `~/.local/share` without one, so that programs of one user do not meet. Setting it, or
  /// `CAUSEWAY_STORE_FOLDER` in the environment, chooses another; configurations made before keep theirs.
  public static var defaultFolder: URL {
    get { chosenFolder.withLock { $0 } ?? defaultFolder(in: ProcessInfo.processInfo.environment) }
    set { chosenFolder.withLock { $0 = newValue } }
  }

  static func defaultFolder(in environment: [String: String]) -> URL {
    if let folder = environment["CAUSEWAY_STORE_FOLDER"], !folder.isEmpty {
      return URL(fileURLWithPath: folder, isDirectory: true)
    }
    return dataFolder(in: environment)
      .appendingPathComponent(ProcessInfo.processInfo.processName, isDirectory: true)
  }

  /// The specification of base directories wants relative paths ignored.
  private static func dataFolder(in environment: [String: String]) -> URL {
    #if os(Linux)
      if let folder = environment["XDG_DATA_HOME"], folder.hasPrefix("/") {
        return URL(fileURLWithPath: folder, isDirectory: true)
      }
      let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? URL(fileURLWithPath: $0, isDirectory: true) : nil }
      return (home ?? FileManager.default.homeDirectoryForCurrentUser)
        .appendingPathComponent(".local/share", isDirectory: true)
    #else
      return FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
        ?? URL(fileURLWithPath: FileManager.default.currentDirectoryPath, isDirectory: true)
    #endif
  }
}
