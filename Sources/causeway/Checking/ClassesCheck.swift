import Foundation
import ModelDescription
import ModelEvolution
import ModelFiles

/// The `@Model` classes of a folder against a model or a store.
struct ClassesCheck {
  let folder: String
  /// What could not be resolved, and what cannot be a model.
  let findings: [SourceFinding]
  private let model: ResolvedModel
  private let hashes: [String: Data]
  private let computedDefaults: Set<String>

  /// - Throws: `CommandError` when the folder declares no model.
  init(_ folder: String, _ document: SourceModelDocument) throws {
    self.folder = folder
    findings = document.findings
    computedDefaults = Set(document.computedDefaults)
    if document.model.entities.isEmpty, document.findings.isEmpty {
      throw CommandError("\(folder): no Swift file in it declares a @Model class")
    }
    do {
      model = try ResolvedModel(document.model)
    } catch {
      throw CommandError("\(folder): the classes are no model: \(error)")
    }
    hashes = model.versionHashes()
  }

  func pair(with versions: ModelVersions) throws -> CheckedPair {
    guard let best = CheckedPair.best(versions, { compare(with: $0.model, hashes: $0.hashes) }) else {
      throw CommandError("\(versions.path): the model has no version")
    }
    let alike = versions.all.filter { $0.hashes == best.version.hashes && $0.name != best.version.name }
    return CheckedPair(
      sides: .modelAndClasses, subject: folder, version: best.version.name, alike: alike.map(\.name),
      choices: versions.all.count, grade: best.grade, differences: best.differences, isPartial: isPartial)
  }

  func pair(withStore store: ResolvedModel, hashes: [String: Data]) -> CheckedPair {
    let (grade, differences) = compare(with: store, hashes: hashes)
    return CheckedPair(
      sides: .storeAndClasses, subject: folder, grade: grade, differences: differences, isPartial: isPartial)
  }

  private var isPartial: Bool { findings.contains { $0.kind == .unresolved } }

  private func compare(with other: ResolvedModel, hashes: [String: Data]?) -> (PairingGrade, [PairingDifference]) {
    let pairing = Pairing(store: other, classes: model, storeHashes: hashes, classHashes: self.hashes)
    // A default that only the program knows is no difference.
    let told = pairing.differences.filter { $0.kind != .defaultValue || !computedDefaults.contains($0.place) }
    guard isPartial else { return (pairing.grade, told) }
    let known = told.filter { !isUnresolved($0, in: other) }
    return (known.map(\.grade).max() ?? .same, known)
  }

  /// Whether a difference may be nothing but the lack of something that could not be resolved: that is no finding of its
  /// own, since it would be a guess.
  private func isUnresolved(_ difference: PairingDifference, in other: ResolvedModel) -> Bool {
    // The hashes of classes with holes say nothing.
    if difference.kind == .hash { return true }
    let property = difference.propertyName?.split(separator: ".").first.map(String.init)
    if isUnresolved(entity: difference.entityName, property: property) { return true }
    guard difference.kind == .inverse, let property,
      let relationship = other.entity(named: difference.entityName)?.description.relationships
        .first(where: { $0.name == property }), let inverse = relationship.inverseName
    else { return false }
    return isUnresolved(entity: relationship.destinationEntityName, property: inverse)
  }

  private func isUnresolved(entity: String, property: String?) -> Bool {
    findings.contains { finding in
      guard finding.kind == .unresolved, finding.entity == entity else { return false }
      guard let name = finding.property else { return true }
      return property != nil && (property == name || property == finding.formerName)
    }
  }
}
