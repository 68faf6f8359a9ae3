import Foundation
import ModelCodegen
import ModelDescription
import ModelEvolution
import ModelFiles

/// A version of a model as a `VersionedSchema`, read back to see that its classes hash as the model does.
struct FrozenCode {
  let version: SchemaVersion
  let source: ResolvedModel
  /// The file as it is to stand, with the comment that `check --frozen` reads.
  let text: String
  let findings: [Finding]
  /// Of each entity of the source, by name: why its class cannot have the entity's hash; empty where it has.
  let obstacles: [String: [String]]
  /// Hashes of the classes, by entity name.
  let classHashes: [String: Data]

  var isFrozen: Bool { obstacles.values.allSatisfy(\.isEmpty) }

  /// Writes the classes and reads them back.
  ///
  /// - Parameters:
  ///   - hashes: those that the source is known by; a store's are those of its metadata.
  ///   - others: names of types that the module declares at its top level.
  ///   - folder: a place for the file that is read back.
  /// - Throws: an error of one line when a name cannot be written in Swift, or the helper is not there.
  init(
    _ version: SchemaVersion, source: ResolvedModel, hashes: [String: Data], others: Set<String> = [],
    header: [String], folder: URL
  ) throws {
    self.version = version
    self.source = source
    let (file, findings) = try VersionedSchemaWriter(version, others: others).generate(header: header)
    self.findings = findings
    let url = folder.appendingPathComponent(file.name)
    try Data(file.text.utf8).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    let document = try SourceHelper.beside.read(url.path, schema: version.name)
    let classes = try ResolvedModel(document.model)
    let found = classes.versionHashes()
    classHashes = found
    let differences = ModelDifferences(from: source, to: classes, hashesBefore: hashes).all
    var obstacles: [String: [String]] = [:]
    for entity in source.entities {
      guard found[entity.name] != hashes[entity.name] else {
        obstacles[entity.name] = []
        continue
      }
      var reasons = differences.filter { $0.changesHash && $0.entityName == entity.name }.map { difference in
        let name = difference.propertyName.map { "\($0): " } ?? ""
        return "\(name)the model has \(difference.before), classes have \(difference.after)"
      }
      reasons += document.findings.filter { $0.entity == entity.name }.map { finding in
        (finding.property.map { "\($0): " } ?? "") + finding.message
      }
      if reasons.isEmpty {
        let parent = entity.description.superentityName.map { "\($0), its parent, cannot be frozen" }
        reasons = [parent ?? "the hash of its class is another one, for no reason that is known"]
      }
      obstacles[entity.name] = reasons
    }
    self.obstacles = obstacles
    let frozen = FrozenVersion(name: version.name, model: classes)
    text = file.text + "\n" + frozen.lines.joined(separator: "\n") + "\n"
  }
}
