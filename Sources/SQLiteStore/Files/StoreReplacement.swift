internal import Foundation
internal import SQLiteDriver
internal import StoreContract

/// Puts a store that is made beside its place into it, where another store or nothing stands.
struct StoreReplacement {
  /// As it was asked for; errors name it.
  private let path: String
  /// Through links.
  private let place: String
  private let files: MigrationFiles
  private let folder: ExternalFolder

  init(_ path: String, files: MigrationFiles) {
    self.path = path
    place = LinkedFile.path(of: path)
    self.files = files
    folder = ExternalFolder(place)
  }

  /// - Parameter make: Makes the store at the path that it is given, closes it, and says where its large values are.
  func run(_ make: (String) throws -> URL?) throws {
    guard FileManager.default.fileExists(atPath: place), !StorePlace.isEmptyFile(place) else {
      var made: [String] = []
      do {
        try NewStoreFile(path, replacesEmptyFile: true).make { made = try finish($0, make($0)) }
      } catch {
        folder.remove(.files(Set(made)))
        throw error
      }
      syncFolder()
      return
    }
    try checkReplaceable()
    let part = try PartFile(for: place)
    defer { part.discard() }
    let made = try finish(part.path, make(part.path))
    do {
      part.unlock()
      try replace(by: part.path)
    } catch {
      folder.remove(.files(Set(made)))
      throw error
    }
  }

  /// Brings everything of the new store to the disk.
  ///
  /// - Returns: the files that were made for its large values.
  private func finish(_ part: String, _ externalData: URL?) throws -> [String] {
    try translating("The large values of \(path) cannot be copied") {
      try finish(part, externalData.map { try folder.take($0, of: part, files) } ?? [])
    }
  }

  /// - Parameter made: goes again when this fails.
  private func finish(_ part: String, _ made: [String]) throws -> [String] {
    do {
      _ = try StoreSwap(folder: MigrationFolder(store: place), options: options).prepare(part)
      return made
    } catch {
      folder.remove(.files(Set(made)))
      throw error
    }
  }

  /// A wrong path destroys nothing; a damaged store may be replaced by a sound one.
  private func checkReplaceable() throws {
    do {
      try FileInspection(path).check()
    } catch let error as StoreError where error.code == .damaged {
      return
    }
  }

  /// The store that stands there, for nobody else to use; `nil` for one that is damaged, which nobody can have open.
  private func former() throws -> Connection? {
    do {
      let former = try StoreLock.connect(place, options: options)
      _ = try StoreFile(former, path: path)
      return former
    } catch let error as SQLiteError where error.code == .notADatabase || error.code == .corrupt {
      return nil
    }
  }

  /// Puts a whole store that nobody has open in its place, where none is.
  ///
  /// - Parameter part: on the same volume; its large values are beside it, and move along.
  func move(_ part: String) throws {
    let made = try translating("The store \(path) cannot be put in place") {
      try finish(part, folder.take(ExternalFolder(part).data, of: part, files, moves: true))
    }
    do {
      try NewStoreFile(path, replacesEmptyFile: false).publish(part)
    } catch {
      folder.remove(.files(Set(made)))
      throw error
    }
    StorePlace(part).remove()
    syncFolder()
  }

  private func replace(by part: String) throws {
    if let mode = try? FileManager.default.attributesOfItem(atPath: place)[.posixPermissions] {
      try? FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: part)
    }
    let swap = StoreSwap(folder: MigrationFolder(store: place), options: options)
    guard let former = try former() else {
      // Its log is of no use to anybody.
      for ending in StorePlace.endings where !ending.isEmpty { try files.remove(place + ending) }
      try translating("The store \(path) cannot be replaced") { try files.rename(part, place) }
      return syncFolder()
    }
    let old = folder.isEmpty ? [] : (try? ExternalInventory.names(in: former)) ?? []
    let new = try ExternalInventory.names(in: Connection(path: part, mode: .untouched))
    try translating("The store \(path) cannot be replaced") { try swap.replace(former, by: part) }
    let useless = old.subtracting(new)
    guard !useless.isEmpty, let others = folder.namesOfNeighbours() else { return }
    folder.remove(.files(useless.subtracting(others)))
  }

  /// Says what could not be done where an error of the system does not.
  private func translating<Result>(_ what: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as FileFailure {
      throw StoreError(.fileSystem, "\(what): \(error).", path: path)
    } catch let error as CocoaError {
      throw StoreError(.fileSystem, "\(what): \(error.localizedDescription).", path: path)
    }
  }

  /// The new name is there whether or not this succeeds.
  private func syncFolder() { try? files.sync(URL(fileURLWithPath: place).deletingLastPathComponent().path) }

  private var options: MigrationOptions {
    var options = MigrationOptions()
    options.files = files
    return options
  }
}
