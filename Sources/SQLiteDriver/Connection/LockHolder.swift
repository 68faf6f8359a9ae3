internal import Foundation

/// Who keeps others from writing a database, as far as the system tells: for messages.
enum LockHolder {
  /// `another process (causeway, 1234)`; `nil` where nobody has a lock any more, or the system does not tell.
  static func words(_ path: String) -> String? {
    #if os(Linux)
      let file = LinkedFile.path(of: path)
      guard let list = try? String(contentsOfFile: "/proc/locks", encoding: .utf8) else { return nil }
      // In a write-ahead log's shared memory, and in the database itself for other journals (sqlite.org/fileformat2).
      let places: [(inode: UInt64, bytes: Range<UInt64>)] = [
        ("-shm", UInt64(120)..<128), ("", UInt64(0x4000_0000)..<0x4000_0200),
      ].compactMap { ending, bytes in FileStamp(file + ending).map { ($0.identity.inode, bytes) } }
      for line in list.split(separator: "\n") {
        guard let lock = Lock(line), places.contains(where: { $0.inode == lock.inode && $0.bytes.contains(lock.first) })
        else { continue }
        return lock.process == ProcessInfo.processInfo.processIdentifier
          ? "another connection of this process" : name(lock.process)
      }
    #endif
    return nil
  }

  #if os(Linux)
    private static func name(_ process: Int32) -> String {
      guard process > 0 else { return "another process" }
      let known = try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)
      let name = known?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
      return "another process (\(name.isEmpty ? "" : "\(name), ")\(process))"
    }

    /// A line such as `7: POSIX  ADVISORY  WRITE 1234 08:01:5678 120 120` for a lock that lets nobody else write.
    private struct Lock {
      let process: Int32
      let inode: UInt64
      let first: UInt64

      init?(_ line: Substring) {
        let words = line.split(separator: " ")
        guard words.count > 7, words[1] == "POSIX" || words[1] == "OFDLCK", words[3] == "WRITE",
          let process = Int32(words[4]), let inode = words[5].split(separator: ":").last.flatMap({ UInt64($0) }),
          let first = UInt64(words[6])
        else { return nil }
        (self.process, self.inode, self.first) = (process, inode, first)
      }
    }
  #endif
}
