public import Foundation

/// The user's folders, which Foundation names on Apple's platforms only.
///
/// On Linux they are those that `FileManager` knows: `$XDG_DATA_HOME` and its like, with their usual places in the home
/// folder.
extension URL {
  public static var applicationSupportDirectory: URL { user(.applicationSupportDirectory, ".local/share") }
  public static var documentsDirectory: URL { user(.documentDirectory, "Documents") }
  public static var cachesDirectory: URL { user(.cachesDirectory, ".cache") }
  public static var downloadsDirectory: URL { user(.downloadsDirectory, "Downloads") }
  public static var desktopDirectory: URL { user(.desktopDirectory, "Desktop") }
  public static var libraryDirectory: URL { user(.libraryDirectory, ".local/lib") }
  public static var moviesDirectory: URL { user(.moviesDirectory, "Videos") }
  public static var musicDirectory: URL { user(.musicDirectory, "Music") }
  public static var picturesDirectory: URL { user(.picturesDirectory, "Pictures") }

  private static func user(_ folder: FileManager.SearchPathDirectory, _ usual: String) -> URL {
    FileManager.default.urls(for: folder, in: .userDomainMask).first
      ?? FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(usual, isDirectory: true)
  }
}
