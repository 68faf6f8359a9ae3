internal import Foundation
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

#if canImport(Glibc) || canImport(Musl)
  /// The system's word on files in the folders of databases, for the whole process: one descriptor, one thread.
  ///
  /// Folders are watched and not files: a log comes and goes, and a database may be replaced by another of its name.
  final class FolderWatch: Sendable {
    /// `nil` where the system gives no descriptor.
    static let shared = FolderWatch()

    private struct Entry {
      let folder: Int32
      /// The database and its logs; the shared memory is written without a word to the system.
      let names: Set<String>
      let hint: @Sendable () -> Void
    }

    private struct State {
      var entries: [Int: Entry] = [:]
      var last = 0
    }

    private let descriptor: Int32
    private let state = Mutex(State())
    /// The attributes too: whoever has committed touches the log.
    private static let events = UInt32(
      IN_MODIFY | IN_ATTRIB | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF)
    /// Between two rounds of hints, so that a quick writer does not keep a core busy.
    private static let pause: UInt32 = 2_000

    private init?() {
      descriptor = inotify_init1(Int32(IN_CLOEXEC))
      guard descriptor >= 0 else { return nil }
      let thread = Thread { [self] in run() }
      thread.name = "Causeway file notice"
      thread.start()
    }

    /// - Returns: what to remove it by; `nil` when the system watches no more folders, or there is none.
    func add(_ file: URL, _ hint: @escaping @Sendable () -> Void) -> Int? {
      let name = file.lastPathComponent
      return state.withLock { state in
        // The same folder has the same number, however often it is added.
        let folder = inotify_add_watch(descriptor, file.deletingLastPathComponent().path, Self.events)
        guard folder >= 0 else { return nil }
        state.last += 1
        state.entries[state.last] = Entry(
          folder: folder, names: [name, name + "-wal", name + "-journal"], hint: hint)
        return state.last
      }
    }

    func remove(_ number: Int) {
      state.withLock { state in
        guard let entry = state.entries.removeValue(forKey: number) else { return }
        if !state.entries.values.contains(where: { $0.folder == entry.folder }) {
          inotify_rm_watch(descriptor, entry.folder)
        }
      }
    }

    // MARK: the thread

    private func run() {
      let size = 64 << 10
      let buffer = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 8)
      defer { buffer.deallocate() }
      while true {
        let count = read(descriptor, buffer, size)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return }
        for hint in hints(UnsafeRawBufferPointer(start: buffer, count: count)) { hint() }
        usleep(Self.pause)
      }
    }

    private func hints(_ bytes: UnsafeRawBufferPointer) -> [@Sendable () -> Void] {
      let head = MemoryLayout<inotify_event>.size
      var touched: [Int32: Set<String>] = [:]
      var everything: Set<Int32> = []
      var isOverflown = false
      var offset = 0
      while offset + head <= bytes.count {
        let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
        let end = min(bytes.count, offset + head + Int(event.len))
        let name = String(decoding: bytes[(offset + head)..<end].prefix { $0 != 0 }, as: UTF8.self)
        if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { isOverflown = true }
        if name.isEmpty { everything.insert(event.wd) } else { touched[event.wd, default: []].insert(name) }
        offset = end
      }
      return state.withLock { state in
        state.entries.values.filter { entry in
          isOverflown || everything.contains(entry.folder)
            || !(touched[entry.folder]?.isDisjoint(with: entry.names) ?? true)
        }.map(\.hint)
      }
    }
  }
#else
  /// No word of the system's here.
  final class FolderWatch: Sendable {
    static let shared: FolderWatch? = nil
    func add(_ file: URL, _ hint: @escaping @Sendable () -> Void) -> Int? { nil }
    func remove(_ number: Int) {}
  }
#endif
