internal import Foundation
internal import SQLiteDriver
internal import StoreContract
internal import Synchronization

/// The connections of one store: one that writes, any number that read.
///
/// A store in memory has one connection for both, since another would see another database.
final class ConnectionPool: @unchecked Sendable {
  // Unchecked because the writer is only touched by who has the file's turn, and what readers share under their mutex.

  private let open: @Sendable () throws -> Connection
  private let isShared: Bool
  private let file: SharedFile
  /// How long a write waits for its turn.
  private let limit: Duration
  private var writer: Connection?
  /// Calls of `write` inside each other, by the thread whose turn it is.
  private var depth = 0
  private let readers = Mutex(Readers())

  private struct Readers {
    var idle: [Connection] = []
    var isClosed = false
  }

  /// - Parameter isShared: readers use the writer's connection too.
  init(
    first: Connection, isShared: Bool, file: SharedFile, limit: Duration,
    open: @escaping @Sendable () throws -> Connection
  ) {
    self.file = file
    self.limit = limit
    self.open = open
    self.isShared = isShared
    if isShared { writer = first } else { readers.withLock { $0.idle.append(first) } }
  }

  /// Closes every connection; whoever asks for one from then on gets an error. Those in use close when they are given back.
  func close() {
    readers.withLock { $0 = Readers(idle: [], isClosed: true) }
    file.rows.forget()
    guard file.turn.take(within: .seconds(1 << 20)) else { return }
    writer = nil
    file.turn.end()
  }

  var isClosed: Bool { readers.withLock { $0.isClosed } }

  private func check(isClosed: Bool) throws {
    guard isClosed else { return }
    throw StoreError(
      .unsupported, "The store was closed: it was open for one stage of a migration.",
      advice: "Keep values from there, not objects.")
  }

  /// A connection to the file that the others have, and not to one that took its place.
  private func another() throws -> Connection {
    try file.checkPlace()
    let connection = try open()
    try file.checkPlace()
    return connection
  }

  func read<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    if isShared { return try write(body) }
    let (idle, isClosed) = readers.withLock { ($0.idle.popLast(), $0.isClosed) }
    try check(isClosed: isClosed)
    let connection = try idle ?? another()
    defer {
      // A rollback that failed leaves a transaction behind, in which the next reader would see old rows: closing ends it.
      let isClean = !connection.isInTransaction
      if !isClean { file.rows.forget(keptBy: connection) }
      readers.withLock { readers in
        if isClean, readers.idle.count < Self.idleLimit, !readers.isClosed { readers.idle.append(connection) }
      }
    }
    return try body(connection)
  }

  func write<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    guard file.turn.take(within: isShared ? .seconds(1 << 20) : limit) else {
      throw StoreError(
        .locked,
        "The store \(file.path ?? "in memory") is being written by another part of this process, which did not finish "
          + "within \(limit.words).",
        advice: "Try again when it has finished.", path: file.path)
    }
    depth += 1
    defer {
      depth -= 1
      file.turn.end()
    }
    try check(isClosed: isClosed)
    let connection = try writer ?? another()
    writer = connection
    do {
      return try body(connection)
    } catch {
      // A rollback that failed too leaves a transaction behind: closing ends it, and the next use opens the file anew.
      if connection.isInTransaction && !isShared && depth == 1 { writer = nil }
      throw error
    }
  }

  private static let idleLimit = 8
}
