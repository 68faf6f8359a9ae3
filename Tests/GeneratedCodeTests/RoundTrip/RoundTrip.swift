import Foundation
import ModelCodegen
import ModelDescription
import ModelEvolution
import ModelFiles
import causeway_source

/// A model, the classes generated from it, and what the classes say when they are read back.
struct RoundTrip {
  let code: GeneratedCode
  let pairing: Pairing
  /// What the reader of Swift source could not tell.
  let unresolved: [SourceFinding]
  /// Entities of the model, and how many of them hash alike in the classes.
  let entities: Int
  let alike: Int

  init(_ model: ModelDescription) throws {
    code = try ModelGenerator(model, title: "Model").generate()
    let resolver = SourceResolver(sources: code.files.map { SourceText(name: $0.name, text: $0.text) })
    unresolved = resolver.findings
    let (store, classes) = (try ResolvedModel(model), try ResolvedModel(resolver.model))
    let (theirs, ours) = (store.versionHashes(), classes.versionHashes())
    pairing = Pairing(store: store, classes: classes, storeHashes: theirs, classHashes: ours)
    entities = theirs.count
    alike = theirs.count { ours[$0.key] == $0.value }
  }

  /// Differences of which the report has no line: none may be.
  var untold: [PairingDifference] {
    pairing.differences.filter { $0.grade != .same && !isTold($0) }
  }

  private func isTold(_ difference: PairingDifference) -> Bool {
    let property = difference.propertyName?.split(separator: ".").first.map(String.init)
    // The hash of an entity alone: its parent's differs, or a leaf's.
    if difference.kind == .hash { return code.findings.contains { $0.effect != .note } }
    // A composite's elements are told once, with the first attribute that has it.
    if difference.kind == .optionality, let path = difference.propertyName, path.contains(".") {
      let title = "its element \(path.split(separator: ".").last ?? "") is mandatory"
      return code.findings.contains { $0.topic == .composite && $0.message.hasPrefix(title) }
    }
    return code.findings.contains {
      $0.entityName == difference.entityName && $0.propertyName == property
        && Self.topics(difference.kind).contains($0.topic)
    }
  }

  private static func topics(_ kind: PairingDifference.Kind) -> Set<Finding.Topic> {
    switch kind {
    case .abstract: [.abstract]
    case .derivation: [.derived]
    case .ordered: [.ordered]
    case .hashModifier: [.hashModifier]
    case .inverse: [.inverse]
    case .propertyRenamed: [.name]
    case .propertyMissingInClasses: [.objectID, .composite, .undefinedType, .inheritance]
    case .uniqueness: [.uniqueness, .name]
    default: []
    }
  }

  /// The reasons why the pair is not the same, one word each, sorted.
  var reasons: Set<String> {
    Set(pairing.differences.filter { $0.grade != .same }.map(\.kind.rawValue))
  }
}
