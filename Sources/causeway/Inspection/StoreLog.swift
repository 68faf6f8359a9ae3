import Foundation
import ModelDescription
import SQLiteDriver

/// The state of a store's journal: how it is kept, and what lies beside the file.
struct StoreLog {
  /// The header's word (bytes 18 and 19 of an SQLite file): a write-ahead log, or a rollback journal.
  let usesWriteAheadLog: Bool
  let pageSize: Int
  /// Bytes of each file beside the store; `nil` where there is none.
  let walSize: Int?
  let shmSize: Int?
  let journalSize: Int?

  init(_ given: String) {
    let path = LinkedFile.path(of: given)
    let header = (try? FileHandle(forReadingFrom: URL(fileURLWithPath: path)))
      .flatMap { file -> Data? in
        defer { try? file.close() }
        return try? file.read(upToCount: 20)
      }
    let bytes = [UInt8](header ?? Data())
    usesWriteAheadLog = bytes.count == 20 && bytes[18] == 2
    let stated = bytes.count == 20 ? Int(bytes[16]) << 8 | Int(bytes[17]) : 0
    pageSize = stated == 1 ? 65536 : stated
    func size(_ end: String) -> Int? {
      (try? FileManager.default.attributesOfItem(atPath: path + end))?[.size].flatMap { ($0 as? NSNumber)?.intValue }
    }
    (walSize, shmSize, journalSize) = (size("-wal"), size("-shm"), size("-journal"))
  }

  /// Whole frames in the log, used up or not.
  var frames: Int? {
    walSize.map { pageSize > 0 ? max(0, $0 - 32) / (pageSize + 24) : 0 }
  }

  var words: String {
    var parts: [String] = []
    switch (usesWriteAheadLog, walSize, frames) {
    case (true, nil, _): parts.append("write-ahead log, none beside the file")
    case (true, _, let frames?): parts.append("write-ahead log with \(frames.counted("frame"))")
    case (false, let size?, _):
      parts.append("rollback journal, yet a log of \(DecodedValue.size(size)) beside the file")
    default: parts.append("rollback journal")
    }
    if walSize != nil, shmSize == nil { parts.append("no -shm") }
    if let journalSize, journalSize > 0 { parts.append("an unfinished transaction in -journal") }
    return parts.joined(separator: ", ")
  }

  var json: JSONValue {
    [
      "mode": usesWriteAheadLog ? "wal" : "rollback", "walBytes": .optional(walSize), "walFrames": .optional(frames),
      "shmBytes": .optional(shmSize), "journalBytes": .optional(journalSize),
    ]
  }
}
