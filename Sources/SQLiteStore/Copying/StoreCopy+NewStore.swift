internal import Foundation
internal import ModelDescription
internal import ModelEvolution
internal import SQLiteDriver
internal import StoreContract

extension StoreCopy {
  /// Where a copy is made before it has its place.
  package static func unfinishedPath(of store: String) -> String { LinkedFile.path(of: store) + ".copying" }

  /// Makes a new store of the copy; its objects keep their keys, and it keeps history from then on.
  ///
  /// It is made beside its place, as `STORE.copying`, in batches. What ends on the way leaves that file, and another call
  /// with `resumes` goes on with it.
  ///
  /// - Parameter resumes: A copy that was begun is taken up; where there is none, one is begun.
  /// - Throws: `StoreError` when there is a store already, or a copy of something else; `MigrationError`.
  package func makeStore(_ store: String, resumes: Bool = false) throws {
    let place = try SQLiteStore.placeOfNewStore(store)
    let part = Self.unfinishedPath(of: store)
    let file = CopyFile(part, of: self)
    let isThere = FileManager.default.fileExists(atPath: part)
    if isThere, !resumes {
      throw StoreError(
        .fileSystem, "A copy was begun: \(part).", advice: "Go on with it, or remove it.", path: part)
    }
    do {
      let mark = isThere ? try file.found() : nil
      if mark == nil {
        try file.create(
          StoreMetadata(newStoreOf: plan.mapping.destination),
          namesDefaultConfiguration: plan.source.namesDefaultConfiguration)
      }
      notes.remarks += try file.fill(from: mark ?? CopyFile.Mark(step: 0, key: Int64.min))
      try publish(file, at: place)
    } catch let error as SQLiteError where error.path == part {
      throw StoreError(error)
    } catch {
      throw Self.named(error, path, insteadOf: scratch.appendingPathComponent("source.sqlite").path)
    }
  }

  /// Large values first, then the file that names them.
  private func publish(_ file: CopyFile, at place: String) throws {
    try tell("put the copy in place", plan.rows, of: plan.rows)
    var migration = MigrationOptions()
    (migration.fileSystem, migration.files) = (options.fileSystem, options.files)
    let folder = ExternalFolder(place)
    if let data = externalData.folder {
      do {
        try folder.take(data, of: file.path, options.files)
      } catch let error as CocoaError {
        throw StoreError(
          .fileSystem, "The large values of \(path) cannot be copied: \(error.localizedDescription)", path: place)
      }
    }
    try file.removeMark()
    _ = try StoreSwap(folder: MigrationFolder(store: place), options: migration).prepare(file.path)
    try NewStoreFile(place, replacesEmptyFile: false).publish(file.path)
    StorePlace(file.path).removeFiles()
    try? options.files.sync(URL(fileURLWithPath: place).deletingLastPathComponent().path)
  }

  /// The copy as a store of the destination's model, for what reads it: in the scratch folder, or the source's own state
  /// where that has the model already.
  func shaped() throws -> SQLiteStore {
    let model = plan.mapping.destination
    let file: String
    if plan.source.model.versionHashes() == model.versionHashes() {
      file = connection.path
    } else {
      file = scratch.appendingPathComponent("shaped.sqlite").path
      let shaped = CopyFile(file, of: self)
      try shaped.create(StoreMetadata(newStoreOf: model), namesDefaultConfiguration: false)
      _ = try shaped.fill(from: CopyFile.Mark(step: 0, key: Int64.min))
      try shaped.removeMark()
    }
    let isOwn = file == connection.path
    return try SQLiteStore.open(
      file, model: isOwn ? plan.source.model : model, access: .readOnly, externalData: externalData)
  }
}
