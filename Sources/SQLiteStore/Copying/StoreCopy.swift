package import Foundation
package import ModelDescription
import ModelEvolution
internal import SQLCompiler
internal import SQLiteDriver
internal import StoreContract

/// A store's objects on their way into a store of another model, or of the same.
///
/// Works on one state of the source, which is read once and never changed: what others write meanwhile is left out. What
/// the destination's model needs and the source does not have is found before anything is written.
package final class StoreCopy {
  /// The source's own path.
  package let path: String
  /// What becomes of each entity and property.
  package let plan: MigrationPlan
  /// What stays behind, and what is filled.
  package internal(set) var notes: CopyNotes

  /// A folder for what is only needed meanwhile.
  let scratch: URL
  let options: CopyOptions
  /// To the state that is copied.
  let connection: Connection
  /// Where the source keeps large values.
  let externalData: ExternalData
  /// Tells this state of the source from others.
  let state: String

  /// - Parameters:
  ///   - source: the model that the source's rows follow.
  ///   - scratch: a folder that the caller removes.
  /// - Throws: `MigrationError` for differences that cannot be inferred, rows that lack what they must have and rows that a
  ///   constraint refuses; `StoreError` for a file that cannot be read.
  package init(
    _ path: String, from source: ResolvedModel, to destination: ResolvedModel, scratch: URL,
    options: CopyOptions = CopyOptions()
  ) throws {
    (self.path, self.scratch, self.options) = (path, scratch, options)
    externalData = ExternalData(storePath: path)
    try FileInspection(path).check()
    let snapshot = scratch.appendingPathComponent("source.sqlite").path
    try StoreError.translating(path: path) {
      try SQLiteStore.writeState(of: path, to: snapshot)
    }
    do {
      connection = try SQLiteStore.connect(
        path: snapshot, mode: .readWrite, busyTimeout: .seconds(5), fileSystem: options.fileSystem)
      let mapping = ModelMapping.inferred(from: source, to: destination)
      let facts = try MigrationSource(connection, model: source, for: mapping)
      state = try Self.state(facts, connection)
      var planner = try MigrationPlanner(
        mapping, source: facts, fills: MigrationFills())
      plan = try planner.plan(alwaysCopies: true)
      guard plan.mapping.isLightweight else { throw MigrationError.notLightweight(plan.mapping, path: path) }
      var report = MigrationReport(mode: .copy)
      try MigrationPreflight(plan: plan).run(on: connection, defersCheck: false, report: &report)
      for function in MigrationFunctions.all(plan, data: externalData) { try connection.register(function) }
      try ConstraintCheck(layout: plan.layout, path: path).run(before: plan.transfers, on: connection)
      let data = externalData
      notes = CopyNotes(
        plan, report, missing: try ExternalInventory.names(in: connection).filter { !data.hasFile($0) }.count)
      for place in plan.places {
        let dangling = try place.dangling(in: connection)
        if dangling > 0 { notes.remarks.append(place.words(ofDangling: dangling)) }
      }
    } catch {
      throw Self.named(error, path, insteadOf: snapshot)
    }
  }

  /// Counts, highest keys and numbers of saves of every table: another for every change that a framework makes.
  private static func state(_ source: MigrationSource, _ connection: Connection) throws -> String {
    let tables = try source.layout.tables.map { table -> String in
      guard let mapping = source.layout.mapping(ofEntity: table.rootNumber) else { return "" }
      let (key, version) = (mapping.keyColumn.quoted, mapping.versionColumn.quoted)
      return try connection.text(
        "SELECT count(*) || ' ' || IFNULL(max(\(key)), 0) || ' ' || total(\(version)) FROM \(mapping.table.quoted)")
        ?? ""
    }
    return ([source.metadata.uuid] + tables).joined(separator: "; ")
  }

  /// An error with the name that the user knows.
  static func named(_ error: any Error, _ path: String, insteadOf hidden: String) -> any Error {
    func named(_ text: String) -> String { text.replacingOccurrences(of: hidden, with: path) }
    switch error {
    case var error as MigrationError:
      error.message = named(error.message)
      error.path = error.path.map(named)
      return error
    case var error as CopyRefusal:
      error.message = named(error.message)
      return error
    case let error as SQLiteError: return self.named(StoreError(error), path, insteadOf: hidden)
    case var error as StoreError:
      error.message = named(error.message)
      error.path = error.path.map(named)
      return error
    default: return error
    }
  }

  /// Rows that the copy gets, by entity of the destination.
  package var counts: [CopyCount] {
    plan.mapping.entities.compactMap { pair in
      guard let source = pair.source, !pair.destination.description.isAbstract else { return nil }
      return CopyCount(
        entity: pair.destination.name, source: source.name, copied: Int(plan.source.rows(source)), found: 0)
    }
  }

  func tell(_ step: String, _ rows: Int64, of total: Int64) throws {
    try options.progress?(MigrationProgress(step: step, rows: rows, totalRows: total))
  }
}
