internal import Foundation
internal import SQLiteDriver
internal import Synchronization

/// Rows that were read one by one, for all stores of this process on one file.
///
/// It never answers older than the file: what it has is of one state of the file (`LogState`), and each read compares that
/// with the file's present one. Whoever commits, in this process or another, makes it begin anew. That holds only as long
/// as the file stays open, so it keeps the connection that its first row came from.
///
/// A row goes with the statement that read it, so that stores with different models do not meet. Memory is fixed: a ring
/// of bytes, in which new rows overwrite the oldest, and a table with two places for all keys that share a hash.
final class RowCache: Sendable {
  /// Bytes of the ring.
  static let size = 2 << 20
  /// Rows that are longer are not kept.
  static let longest = size / 128
  /// Of the number of pairs of slots.
  private static let pairBits = 13

  /// Which row, as which statement reads it.
  struct Place: Sendable {
    /// That of `number(of:)`.
    let statement: Int32
    let key: Int64

    /// By Fibonacci's multiplier, which spreads numbers that follow each other.
    fileprivate var pair: Int {
      let mixed = (UInt64(bitPattern: key) ^ UInt64(UInt32(bitPattern: statement)) << 40) &* 0x9E37_79B9_7F4A_7C15
      return Int(truncatingIfNeeded: mixed >> UInt64(64 - RowCache.pairBits))
    }
  }

  /// All zero where nothing was ever kept.
  private struct Slot {
    var key: Int64
    var statement: Int32
    /// In cells.
    var length: Int32
    /// Counted from the first byte that was ever kept.
    var position: Int
  }

  /// Pages of it that are never used take no memory.
  private struct Memory {
    let ring: UnsafeMutableRawPointer
    let slots: UnsafeMutablePointer<Slot>

    init?() {
      guard let ring = malloc(RowCache.size) else { return nil }
      guard let slots = calloc(2 << RowCache.pairBits, MemoryLayout<Slot>.stride) else {
        free(ring)
        return nil
      }
      self.ring = ring
      self.slots = slots.bindMemory(to: Slot.self, capacity: 2 << RowCache.pairBits)
    }

    func release() {
      free(ring)
      free(slots)
    }

    func pair(_ place: Place) -> UnsafeMutablePointer<Slot> { slots + 2 * place.pair }
  }

  private struct State: @unchecked Sendable {
    // Unchecked because memory and connection are used under the mutex only, the connection not at all.
    var memory: Memory?
    /// The state of the file whose rows these are; `nil` for none.
    var file: LogState?
    /// Keeps the file open.
    var anchor: Connection?
    /// Where the rows of the present state begin, and where the next one goes.
    var (start, end) = (0, 0)
    var hits = 0
    var numbers: [String: Int32] = [:]

    /// Whether a slot has that row, of the present state, and nothing has overwritten it.
    func holds(_ slot: Slot, _ place: Place) -> Bool {
      slot.key == place.key && slot.statement == place.statement && slot.position >= start
        && end - slot.position <= RowCache.size
    }

    /// - Returns: the connection, to be closed outside of the lock.
    mutating func drop() -> Connection? {
      defer { (file, anchor) = (nil, nil) }
      return anchor
    }
  }

  private let state = Mutex(State())

  deinit {
    state.withLock { $0.memory?.release() }
  }

  /// The number that stands for a statement's text.
  func number(of sql: String) -> Int32 {
    state.withLock { state in
      if let known = state.numbers[sql] { return known }
      let new = Int32(truncatingIfNeeded: state.numbers.count + 1)
      state.numbers[sql] = new
      return new
    }
  }

  /// How many rows were found.
  var hits: Int { state.withLock { $0.hits } }

  /// A row's cells, which are the caller's to deallocate.
  ///
  /// - Parameters:
  ///   - now: The file's present state.
  ///   - count: How many cells a row of the statement has.
  func row(_ place: Place, _ now: LogState, count: Int) -> UnsafeMutablePointer<ColumnCell>? {
    let found = state.withLock { state -> UnsafeMutablePointer<ColumnCell>? in
      guard state.file == now, let memory = state.memory else { return nil }
      let pair = memory.pair(place)
      guard let slot = state.holds(pair[0], place) ? pair[0] : state.holds(pair[1], place) ? pair[1] : nil else {
        return nil
      }
      state.hits += 1
      let cells = UnsafeMutablePointer<ColumnCell>.allocate(capacity: Int(slot.length))
      UnsafeMutableRawPointer(cells).copyMemory(
        from: memory.ring + slot.position % Self.size, byteCount: Int(slot.length) * MemoryLayout<ColumnCell>.stride)
      return cells
    }
    guard let found else { return nil }
    // Bytes lie behind the cells, which have them by their distance.
    let base = UInt64(UInt(bitPattern: found))
    for column in 0..<count where found[column].hasBytes { found[column].word &+= base }
    return found
  }

  /// Keeps a row.
  ///
  /// - Parameters:
  ///   - cells: The row's, whose bytes are borrowed.
  ///   - file: The state of the file that the row is of.
  ///   - connection: The one that reads it.
  ///   - isOpen: Whether the store is still open, so that the file may be kept open for it.
  func keep(
    _ cells: UnsafeMutablePointer<ColumnCell>, count: Int, _ place: Place, of file: LogState,
    from connection: Connection, isOpen: () -> Bool
  ) {
    let stride = MemoryLayout<ColumnCell>.stride
    var bytes = count * stride
    for column in 0..<count where cells[column].hasBytes { bytes += cells[column].count }
    let length = (bytes + stride - 1) / stride
    guard length * stride <= Self.longest else { return }
    state.withLock { state in
      if state.anchor == nil {
        guard isOpen() else { return }
        state.anchor = connection
        state.file = nil
      }
      if state.file != file {
        state.file = file
        state.start = state.end
      }
      guard let memory = state.memory ?? Memory() else { return }
      state.memory = memory
      // A row does not go around the ring's end.
      if state.end % Self.size + length * stride > Self.size { state.end += Self.size - state.end % Self.size }
      let position = state.end
      let room = memory.ring + position % Self.size
      room.copyMemory(from: cells, byteCount: count * stride)
      let kept = room.assumingMemoryBound(to: ColumnCell.self)
      var distance = count * stride
      for column in 0..<count where cells[column].hasBytes {
        let bytes = cells[column].bytes
        if let source = bytes.baseAddress { (room + distance).copyMemory(from: source, byteCount: bytes.count) }
        kept[column].word = UInt64(distance)
        distance += bytes.count
      }
      state.end += length * stride
      // In the place of the same row, or of what was kept first.
      let pair = memory.pair(place)
      let isSame = pair[1].key == place.key && pair[1].statement == place.statement
      let isFirst = pair[0].key == place.key && pair[0].statement == place.statement
      let target = isFirst || (!isSame && pair[0].position <= pair[1].position) ? 0 : 1
      pair[target] = Slot(
        key: place.key, statement: place.statement, length: Int32(truncatingIfNeeded: length), position: position)
    }
  }

  /// Lets go of every row, and of the connection.
  func forget() { _ = state.withLock { $0.drop() } }

  /// The same if it is this connection that keeps the file open.
  func forget(keptBy connection: Connection) {
    _ = state.withLock { $0.anchor === connection ? $0.drop() : nil }
  }
}
