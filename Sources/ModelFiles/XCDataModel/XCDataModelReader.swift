package import Foundation
package import ModelDescription

/// Reads the XML of an `.xcdatamodel` (its `contents` file).
///
/// What the reader does not understand is named in a warning and kept in the description's remainders, from where
/// `XCDataModelWriter` writes it back.
package struct XCDataModelReader {
  let path: String
  private(set) var warnings: [String] = []
  var composites: [String: XMLNode] = [:]
  var form = XMLForm(saysSyncable: false)
  /// Composites inside composites; the reader descends by recursion, so a file must not choose how far.
  static let deepestNesting = 16
  /// Elements of composites still to be read: one that lists another twice would otherwise double at every level.
  var budget = 100_000

  /// A model and what the reader did not understand: unknown elements and attributes, each named.
  package struct Result: Sendable {
    package var model: ModelDescription
    package var warnings: [String]
  }

  package static func read(_ data: Data, path: String) throws -> Result {
    if data.isEmpty { throw ModelFileError("the file is empty", path: path) }
    if FileKind.isGitPointer(data) { throw ModelFileError(FileKind.gitPointerMessage, path: path) }
    var result = try read(XMLTreeReader.read(data, path: path), path: path)
    result.model.source?.endsWithNewline = data.last == 0x0A
    return result
  }

  static func read(_ root: XMLNode, path: String) throws -> Result {
    guard root.name == "model" else {
      throw ModelFileError("its root element is <\(root.name)>, not <model>", path: path)
    }
    var reader = XCDataModelReader(path: path)
    let model = try reader.model(root)
    return Result(model: model, warnings: reader.warnings)
  }

  private init(path: String) { self.path = path }

  // MARK: the model

  private mutating func model(_ root: XMLNode) throws -> ModelDescription {
    for node in root.children where node.name == "composite" { composites[node["name"] ?? ""] = node }
    var source = ModelSource()
    source.saysSyncable = root.children.contains { node in
      node["syncable"] == "YES" || node.children.contains { $0["syncable"] == "YES" }
    }
    form = XMLForm(saysSyncable: source.saysSyncable)
    var model = ModelDescription()
    var number = 1
    if let identifier = root["userDefinedModelVersionIdentifier"] { model.versionIdentifiers = [identifier] }
    while let identifier = root[Vocabulary.versionIdentifier(number)] {
      model.versionIdentifiers.append(identifier)
      number += 1
    }
    for attribute in root.attributes {
      if Vocabulary.isKnown(attribute.name, in: Vocabulary.model) {
        source.documentAttributes.append(attribute)
      } else {
        warn("unknown attribute \"\(attribute.name)\" of <model>")
        model.remainder.attributes.append(attribute)
      }
    }
    for node in root.children {
      switch node.name {
      case "entity": model.entities.append(try entity(node))
      case "composite": if let composite = try composite(node) { model.composites.append(composite) }
      case "configuration": model.configurations.append(configuration(node))
      case "fetchRequest": model.fetchTemplates.append(request(node))
      case "elements" where source.layout == nil: source.layout = node.children.map(\.element)
      default:
        warn("unknown element <\(node.name)> in <model>")
        model.remainder.elements.append(node.element)
      }
    }
    model.source = source
    return model
  }

  private mutating func composite(_ node: XMLNode) throws -> CompositeDescription? {
    if node.flag("causewayInline") { return nil }
    let name = node["name"] ?? ""
    var composite = CompositeDescription(name: name, elements: try elements(ofComposite: name, within: []))
    composite.remainder = remainder(
      node, [SourceAttribute("name", name)], Vocabulary.composite, of: "composite \(name)", children: ["attribute"])
    return composite
  }

  private mutating func configuration(_ node: XMLNode) -> ConfigurationDescription {
    let members = node.children.filter { $0.name == "memberEntity" }
    let place = "configuration \(node["name"] ?? "")"
    warn(members, attributes: ["name"], in: place)
    warn(inside: members, of: place)
    var configuration = ConfigurationDescription(
      name: node["name"] ?? "", entityNames: members.compactMap { $0["name"] },
      isUsedWithCloudKit: node.flag("usedWithCloudKit"))
    configuration.remainder = remainder(
      node, form.attributes(of: configuration), Vocabulary.configuration, of: "configuration \(configuration.name)",
      children: ["memberEntity"])
    return configuration
  }

  mutating func warn(_ text: String) { warnings.append("\(path): \(text)") }
}
