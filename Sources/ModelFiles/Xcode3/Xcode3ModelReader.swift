import Foundation
import ModelDescription

/// Reads models of Xcode 3 (the binary `elements` file of an `.xcdatamodel`): a keyed archive of the modeller's own
/// objects.
///
/// Each fact stands as the default of a named property of a "stereotype" (RestKit's and MagicalRecord's models). They
/// are turned into the elements that Xcode writes since version 4, and read as those.
struct Xcode3ModelReader {
  private let archive: KeyedArchive
  private let path: String
  private var warnings: [String] = []

  static func read(_ data: Data, path: String) throws -> XCDataModelReader.Result {
    if FileKind.isGitPointer(data) { throw ModelFileError(FileKind.gitPointerMessage, path: path) }
    do {
      let archive = try KeyedArchive(data)
      guard archive.root.className == "XDPMModel" else {
        throw ModelFileError("holds a \(archive.root.className), not a model of Xcode 3", path: path)
      }
      var reader = Xcode3ModelReader(archive: archive, path: path)
      var result = try XCDataModelReader.read(reader.model(), path: path)
      result.model.source = nil
      result.warnings = reader.warnings + result.warnings
      return result
    } catch let failure as BinaryPlistReader.Failure {
      throw ModelFileError("is no model of Xcode 3: \(failure)", path: path)
    }
  }

  private init(archive: KeyedArchive, path: String) {
    self.archive = archive
    self.path = path
  }

  private mutating func model() throws -> XMLNode {
    let identifier = archive.string("_modelVersionIdentifier", of: archive.root)
    let model = XMLNode(
      name: "model", attributes: [SourceAttribute("userDefinedModelVersionIdentifier", identifier ?? "")])
    if !archive.entries("_configurationsByName", of: archive.root).isEmpty {
      warnings.append("\(path): its configurations are not read")
    }
    guard let package = archive.object("_xd_rootPackage", of: archive.root) else {
      throw ModelFileError("holds no entities", path: path)
    }
    var seen: Set<Int> = []
    for entry in sorted(archive.entries("XDBucketForClassesstorage", of: package)) {
      guard let object = archive.object(entry.value), object.className == "XDPMEntity" else { continue }
      guard seen.insert(object.number).inserted else {
        throw ModelFileError("entity \(entry.key) stands in it twice", path: path)
      }
      model.append(try entity(object))
    }
    return model
  }

  private mutating func entity(_ object: KeyedArchive.Object) throws -> XMLNode {
    let name = archive.string("_name", of: object) ?? ""
    let facts = Xcode3Facts(object, archive)
    let generalization = archive.elements("XDBucketForGeneralizationsstorage", of: object).first
    let parent = archive.object(generalization).flatMap { archive.object("_general", of: $0) }
    let entity = XMLNode(
      name: "entity",
      attributes: attributes([
        ("name", name), ("representedClassName", facts.text("XD_PSK_entityClassName")),
        ("isAbstract", facts.flag("XD_PSK_isAbstract")),
        ("parentEntity", parent.flatMap { archive.string("_name", of: $0) }),
        ("elementID", facts.text("XD_PSK_elementID")),
        ("versionHashModifier", facts.text("XD_PSK_versionHashModifier")),
      ]))
    if facts.count("XD_PSK_fetchRequestsArray") > 0 {
      warnings.append("\(path): the fetch requests of entity \(name) are not read")
    }
    if facts.count("XDPMCompoundIndexes") > 0 {
      warnings.append("\(path): the compound indexes of entity \(name) are not read")
    }
    let properties = sorted(archive.entries("XDBucketForOwnedAttributesstorage", of: object))
      .compactMap { archive.object($0.value) }
    for property in properties where property.className == "XDPMAttribute" { entity.append(try attribute(property)) }
    for property in properties where property.className == "XDPMRelationship" { entity.append(relationship(property)) }
    if let unknown = properties.first(where: { !["XDPMAttribute", "XDPMRelationship"].contains($0.className) }) {
      let property = archive.string("_name", of: unknown) ?? ""
      throw ModelFileError("\(name).\(property) is a \(unknown.className), which is not read", path: path)
    }
    appendUserInfo(facts.userInfo("XD_PSK_userInfo"), to: entity)
    return entity
  }

  private func attribute(_ object: KeyedArchive.Object) throws -> XMLNode {
    let name = archive.string("_name", of: object) ?? ""
    let facts = Xcode3Facts(object, archive)
    let code = facts.integer("XD_PAttK_attributeType") ?? 0
    guard let type = AttributeType(rawValue: code) else {
      throw ModelFileError("attribute \(name) has the unknown type \(code)", path: path)
    }
    let node = XMLNode(
      name: "attribute",
      attributes: attributes(
        [("name", name), ("attributeType", type.xmlName)] + common(facts) + [
          ("allowsExternalBinaryDataStorage", facts.flag("XD_PAttK_allowsExternalBinaryDataStorage")),
          ("defaultValueString", facts.text("XD_PAttK_defaultValueAsString")),
          ("minValueString", facts.text("XD_PAttK_minValueString")),
          ("maxValueString", facts.text("XD_PAttK_maxValueString")),
          ("regularExpressionString", facts.text("XD_PAttK_regularExpressionString")),
          ("valueTransformerName", facts.text("XD_PAttK_valueTransformerName")),
        ]))
    appendUserInfo(facts.userInfo("XD_PPSK_userInfo"), to: node)
    return node
  }

  private func relationship(_ object: KeyedArchive.Object) -> XMLNode {
    let facts = Xcode3Facts(object, archive)
    let destination = facts.object("XD_PRK_destination")
    let inverse = facts.object("XD_PRK_inverseRelationship")
    let owner = inverse.flatMap { archive.object("_owner", of: $0) }
    let rules = ["No Action", "Nullify", "Cascade", "Deny"]
    let rule = facts.integer("XD_PRK_deleteRule") ?? 1
    let node = XMLNode(
      name: "relationship",
      attributes: attributes(
        [("name", archive.string("_name", of: object) ?? "")] + common(facts) + [
          ("toMany", facts.flag("XD_PRK_isToMany")), ("ordered", facts.flag("XD_PRK_ordered")),
          ("minCount", facts.integer("XD_PRK_minCount").map { String($0) }),
          ("maxCount", facts.integer("XD_PRK_maxCount").map { String($0) }),
          ("deletionRule", rules.indices.contains(rule) ? rules[rule] : String(rule)),
          ("destinationEntity", destination.flatMap { archive.string("_name", of: $0) }),
          ("inverseName", inverse.flatMap { archive.string("_name", of: $0) }),
          ("inverseEntity", owner.flatMap { archive.string("_name", of: $0) }),
        ]))
    appendUserInfo(facts.userInfo("XD_PPSK_userInfo"), to: node)
    return node
  }

  /// What attributes and relationships both say.
  private func common(_ facts: Xcode3Facts) -> [(String, String?)] {
    [
      ("optional", facts.flag("XD_PPSK_isOptional")), ("transient", facts.flag("XD_PPSK_isTransient")),
      ("indexed", facts.flag("XD_PPSK_isIndexed")),
      ("spotlightIndexingEnabled", facts.flag("XD_PPSK_isSpotlightIndexed")),
      ("storedInTruthFile", facts.flag("XD_PPSK_isStoredInTruthFile")),
      ("elementID", facts.text("XD_PPSK_elementID")),
      ("versionHashModifier", facts.text("XD_PPSK_versionHashModifier")),
    ]
  }

  private func attributes(_ entries: [(String, String?)]) -> [SourceAttribute] {
    entries.compactMap { name, text in text.map { SourceAttribute(name, $0) } }
  }

  private func appendUserInfo(_ entries: [(key: String, value: String)], to node: XMLNode) {
    guard !entries.isEmpty else { return }
    let info = XMLNode(name: "userInfo", attributes: [])
    for entry in entries {
      info.append(
        XMLNode(
          name: "entry", attributes: [SourceAttribute("key", entry.key), SourceAttribute("value", entry.value)]))
    }
    node.append(info)
  }

  private func sorted(_ entries: [(key: String, value: PlistValue)]) -> [(key: String, value: PlistValue)] {
    entries.sorted { $0.key.precedesLiterally($1.key) }
  }
}
