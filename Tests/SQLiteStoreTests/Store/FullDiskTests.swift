import Foundation
import SQLiteDriver
import SQLiteStore
import StoreContract
import Testing

/// A full disk is called one, also where SQLite has another name for what it could not write.
@Suite struct FullDiskTests {
  /// SQLITE_FULL; writing; the size and the opening of a log's index; opening.
  @Test(arguments: [13, 10 | 3 << 8, 10 | 19 << 8, 10 | 18 << 8, 14] as [Int32])
  func theSystemSaysSo(_ code: Int32) {
    let error = SQLiteError(extendedCode: code, message: "disk I/O error", path: "/a.store", systemError: ENOSPC)
    #expect(error.isDiskFull)
    let told = StoreError(error)
    #expect(told.code == .fileSystem && told.path == "/a.store")
    #expect(told.description == "The store /a.store cannot be written: the disk is full. Make room on the volume.")
  }

  @Test func otherFailuresKeepTheirWords() {
    for (code, words) in [
      (19, "making room for the index of its log (-shm)"), (18, "opening the index of its log (-shm)"),
    ] {
      let error = SQLiteError(
        extendedCode: 10 | Int32(code) << 8, message: "disk I/O error", path: "/a.store", systemError: EIO)
      #expect(StoreError(error).message == "The store /a.store failed at \(words): disk I/O error.")
    }
    #expect(!SQLiteError(extendedCode: 11, message: "", path: "", systemError: ENOSPC).isDiskFull)
  }
}
