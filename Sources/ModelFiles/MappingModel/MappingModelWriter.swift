package import Foundation
package import ModelDescription

/// Writes a mapping model as an `xcmapping.xml`, in the form that `MappingModelFile` reads.
///
/// Its copies of the models are compiled ones, not those of Xcode's modeller: Xcode does not open it. A build puts
/// mapping models into a program so, a fraction of their size.
package struct MappingModelWriter {
  private var lines: [String] = []
  private var lastNumber = 101

  /// - Throws: `ModelFileError` that names the mapping whose expression has no archived form that is known, or a model
  ///   that cannot stand.
  package static func write(_ description: MappingModelDescription) throws -> Data {
    var writer = MappingModelWriter()
    try writer.add(description)
    let text =
      ["<?xml version=\"1.0\" standalone=\"yes\"?>", "<database>"] + writer.lines + ["</database>"]
    return Data((text.joined(separator: "\n") + "\n").utf8)
  }

  private mutating func nextID() -> String {
    lastNumber += 1
    return "z\(lastNumber)"
  }

  private mutating func add(_ description: MappingModelDescription) throws {
    let model = nextID()
    var mappings: [String] = []
    for (position, mapping) in description.entityMappings.enumerated() {
      mappings.append(try add(mapping, number: position + 1, of: model))
    }
    var attributes = try Self.attributes(of: description.source, "source")
    attributes += try Self.attributes(of: description.destination, "destination")
    add(.model, model, attributes, [("entitymappings", .entity, mappings)])
  }

  private static func attributes(of mapped: MappedModel, _ side: String) throws -> [Attribute] {
    var data: Data?
    do {
      data = try mapped.model.map { CompiledModel.write(try ResolvedModel($0)) }
    } catch {
      throw ModelFileError("the \(side) model of a mapping: \(error)", path: mapped.path ?? "")
    }
    return [
      Attribute("\(side)modelpath", "string", mapped.path),
      Attribute("\(side)modeldata", "binary", data?.base64EncodedString()),
    ]
  }

  private mutating func add(
    _ mapping: EntityMappingDescription, number: Int, of model: String
  ) throws -> String {
    let id = nextID()
    var attributes: [String] = []
    var relationships: [String] = []
    for property in mapping.attributes { attributes.append(try add(property, .attribute, mapping, of: id)) }
    for property in mapping.relationships { relationships.append(try add(property, .relationship, mapping, of: id)) }
    let expression = try mapping.sourceExpression.map { try Self.archive($0, mapping.title) }
    add(
      .entity, id,
      [
        Attribute("name", "string", mapping.name), Attribute("sourcename", "string", mapping.sourceEntityName),
        Attribute("destinationname", "string", mapping.destinationEntityName),
        Attribute("mappingtypename", "string", mapping.kind?.rawValue ?? "Undefined"),
        Attribute("mappingnumber", "int16", String(number)),
        Attribute("migrationpolicyclassname", "string", mapping.policyClassName),
        Attribute("sourcefilterpredicatestring", "string", mapping.sourceFilter),
        Attribute("autogenerateexpression", "bool", expression == nil ? "1" : nil),
        Attribute("sourceexpressiondata", "binary", expression), Self.userInfo(mapping.userInfo),
      ],
      [
        ("mappingmodel", .model, [model]), ("attributemappings", .attribute, attributes),
        ("relationshipmappings", .relationship, relationships),
      ])
    return id
  }

  private mutating func add(
    _ property: PropertyMappingDescription, _ kind: MappingObjects.Kind, _ mapping: EntityMappingDescription,
    of owner: String
  ) throws -> String {
    let id = nextID()
    let expression = try property.expression.map { try Self.archive($0, "\(mapping.title).\(property.name)") }
    let isGenerated = kind == .relationship && expression == nil
    add(
      kind, id,
      [
        Attribute("name", "string", property.name), Attribute("valueexpressiondata", "binary", expression),
        Attribute("autogenerateexpression", "bool", isGenerated ? "1" : nil),
        Attribute("sourcekeypath", "string", property.sourceKeyPath),
        Attribute("sourcemappingname", "string", property.sourceMappingName), Self.userInfo(property.userInfo),
      ], [("entitymapping", .entity, [owner])])
    return id
  }

  // MARK: Archives

  private static func archive(_ expression: MappingExpression, _ place: String) throws -> String {
    switch expression {
    case .unread(let data, _): return data.base64EncodedString()
    case .format(let text):
      guard let data = ArchivedMappingExpression.write(text) else {
        throw ModelFileError("\(place): the archived form of \"\(text)\" is not known", path: "")
      }
      return data.base64EncodedString()
    }
  }

  private static func userInfo(_ info: UserInfo) -> Attribute {
    guard !info.isEmpty else { return Attribute("userinfodata", "binary", nil) }
    var archive = KeyedArchiveWriter()
    let entries = info.entries.sorted { $0.key < $1.key }.map { ($0.key, archive.string($0.value)) }
    let root = archive.dictionary(.dictionary, entries.map { (key: $0.0, value: $0.1) })
    return Attribute("userinfodata", "binary", archive.data(root: root).base64EncodedString())
  }

  // MARK: XML

  private struct Attribute {
    let name: String
    let type: String
    let text: String?

    init(_ name: String, _ type: String, _ text: String?) { (self.name, self.type, self.text) = (name, type, text) }
  }

  private mutating func add(
    _ kind: MappingObjects.Kind, _ id: String, _ attributes: [Attribute],
    _ references: [(name: String, kind: MappingObjects.Kind, ids: [String])]
  ) {
    lines.append("    <object type=\"\(kind.rawValue)\" id=\"\(id)\">")
    for attribute in attributes {
      guard let text = attribute.text else { continue }
      lines.append(
        "        <attribute name=\"\(attribute.name)\" type=\"\(attribute.type)\">\(Self.escaped(text))</attribute>")
    }
    for reference in references {
      let ids = reference.ids.isEmpty ? "" : " idrefs=\"\(reference.ids.joined(separator: " "))\""
      let type = reference.name.hasSuffix("s") ? "0/0" : "1/1"
      lines.append(
        "        <relationship name=\"\(reference.name)\" type=\"\(type)\" destination=\"\(reference.kind.rawValue)\"\(ids)>"
          + "</relationship>")
    }
    lines.append("    </object>")
  }

  private static func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
      .replacingOccurrences(of: ">", with: "&gt;")
  }
}
