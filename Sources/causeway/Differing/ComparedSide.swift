import Foundation
import ModelDescription
import ModelFiles
import SQLiteStore

/// One of two things that `causeway diff` compares, read as a model.
struct ComparedSide {
  let kind: Kind
  let path: String
  /// The version of a model, or the name of a `VersionedSchema`; `nil` for a store, and for classes as they stand.
  let version: String?
  let model: ResolvedModel
  /// A store's are those that its metadata states.
  let hashes: [String: Data]
  /// What the source does not show.
  var findings: [SourceFinding] = []
  /// Attributes (`Book.addedAt`) whose default value only the program knows.
  var computedDefaults: Set<String> = []

  enum Kind: String {
    case model, store, classes
  }

  /// What an argument's help says.
  static let help = "a model, a store or a folder of Swift files; PATH#NAME takes a version of it"

  /// Reads what a path names.
  ///
  /// - Parameters:
  ///   - text: a path, with the name of a version after `#` where no file is called so.
  ///   - version: the name of the version, given apart.
  /// - Throws: an error of one line that names the file and what is wrong with it.
  static func read(_ text: String, version: String?, _ console: Console) throws -> ComparedSide {
    var (path, name) = (text, version)
    if !FileManager.default.fileExists(atPath: text), let mark = text.lastIndex(of: "#") {
      let own = String(text[text.index(after: mark)...])
      guard version == nil || version == own else {
        throw CommandError("\(text): names the version \"\(own)\", and \"\(version ?? "")\" is given too")
      }
      (path, name) = (String(text[..<mark]), own)
    }
    if isSource(path) {
      return try ProgressLine.during("reading Swift files", console) { try classes(path, schema: name) }
    }
    if !ModelInput.looksLikeModel(path) {
      return try ProgressLine.during("reading the store", console) { try store(path, version: name) }
    }
    let version = try ModelInput.version(name, of: path, console)
    let model = try ModelInput.resolve(version)
    return ComparedSide(
      kind: .model, path: path, version: version.name, model: model, hashes: model.versionHashes())
  }

  private static func isSource(_ path: String) -> Bool {
    if path.hasSuffix(".swift") { return true }
    guard ModelInput.isPlainFolder(path), var files = SwiftFiles(in: path) else { return false }
    return files.next() != nil
  }

  private static func store(_ path: String, version: String?) throws -> ComparedSide {
    let stored = try StoredModel.read(path)
    if let version { throw CommandError("\(path): a store is one version; \"\(version)\" names none") }
    guard let model = stored.model else {
      throw CommandError("\(path): the store \((stored.problem ?? .absent).words); name the model's file instead")
    }
    return ComparedSide(
      kind: .store, path: path, version: nil, model: model,
      hashes: stored.metadata.hashes.isEmpty ? model.versionHashes() : stored.metadata.hashes)
  }

  private static func classes(_ path: String, schema: String?) throws -> ComparedSide {
    let document = try SourceHelper.beside.read(path, schema: schema)
    if schema == nil, document.schemas.count > 1, document.findings.contains(where: { $0.kind == .unresolved }) {
      throw CommandError(
        "\(path): declares the versions \(document.schemas.joined(separator: ", ")); name one as"
          + " \(path)#\(document.schemas[0])")
    }
    if document.model.entities.isEmpty, document.findings.isEmpty {
      throw CommandError("\(path): no Swift file in it declares a @Model class")
    }
    do {
      let model = try ResolvedModel(document.model)
      return ComparedSide(
        kind: .classes, path: path, version: schema, model: model, hashes: model.versionHashes(),
        findings: document.findings, computedDefaults: Set(document.computedDefaults))
    } catch {
      throw CommandError("\(path): the classes are no model: \(error)")
    }
  }

  /// As a report's heading says it.
  var title: String {
    let noun =
      switch kind {
      case .model: "model"
      case .store: "store"
      case .classes: "classes in"
      }
    return "\(noun) \(path)" + (version.map { ", version \"\($0)\"" } ?? "")
  }

  /// Without the folder, for what is written into files.
  var shortTitle: String {
    let name = URL(fileURLWithPath: path).lastPathComponent
    return name + (version.map { ", version \"\($0)\"" } ?? "")
  }

  var json: JSONValue {
    ["kind": .string(kind.rawValue), "path": .string(path), "version": .optional(version)]
  }

  /// Whether what a property or entity lacks on this side may be nothing but something that could not be resolved.
  func isUnresolved(entity: String, property: String?) -> Bool {
    let first = property?.split(separator: ".").first.map(String.init)
    return findings.contains { finding in
      guard finding.kind == .unresolved, finding.entity == entity else { return false }
      guard let name = finding.property else { return true }
      return first != nil && (first == name || first == finding.formerName)
    }
  }
}
