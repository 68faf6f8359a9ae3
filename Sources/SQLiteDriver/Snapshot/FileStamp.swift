internal import Foundation

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// What tells two states of a file apart.
struct FileStamp: Equatable {
  var size: Int64
  var isRegular: Bool
  let identity: FileIdentity
  private var seconds: Int = 0
  private var nanoseconds: Int = 0
  private var head = Data()

  /// Size, identity and time of change; `nil` when there is no such file.
  init?(_ path: String) {
    var info = stat()
    guard stat(path, &info) == 0 else { return nil }
    size = Int64(info.st_size)
    isRegular = (info.st_mode & S_IFMT) == S_IFREG
    identity = FileIdentity(device: UInt64(truncatingIfNeeded: info.st_dev), inode: UInt64(info.st_ino))
    #if canImport(Darwin)
      (seconds, nanoseconds) = (info.st_mtimespec.tv_sec, info.st_mtimespec.tv_nsec)
    #else
      (seconds, nanoseconds) = (info.st_mtim.tv_sec, info.st_mtim.tv_nsec)
    #endif
  }

  /// Identity and first 32 bytes, which hold a log's salts: what stays when frames are appended.
  init?(headOf path: String) {
    self.init(path)
    guard let file = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? file.close() }
    head = (try? file.read(upToCount: 32)) ?? Data()
    (size, seconds, nanoseconds) = (0, 0, 0)
  }
}
