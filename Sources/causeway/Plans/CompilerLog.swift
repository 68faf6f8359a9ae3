import Foundation

/// What the compiler said about a package's plan, where it did not compile: one file for each package, which goes when it
/// compiles.
struct CompilerLog {
  let url: URL

  /// - Parameter package: the folder of the package.
  init(of package: URL) {
    // Another one for each path, and for each user of the folder.
    let digest = package.path.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    let name = String(package.lastPathComponent.unicodeScalars.filter { $0 != "/" }.prefix(40).map(Character.init))
    url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "causeway-plan-\(getuid())-\(name)-\(String(digest, radix: 16)).log")
  }

  /// - Returns: whether it could be written.
  func write(_ text: String) -> Bool { (try? Data(text.utf8).write(to: url, options: .atomic)) != nil }

  func remove() { try? FileManager.default.removeItem(at: url) }
}
