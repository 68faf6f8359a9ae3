import Foundation

/// The objects of an `xcmapping.xml`, which is an XML store of Core Data: each with attributes and references.
struct MappingObjects {
  let path: String
  private(set) var all: [Object] = []
  private var positions: [String: Int] = [:]

  struct Object {
    let kind: Kind
    let id: String
    var attributes: [String: String] = [:]
    var references: [String: [String]] = [:]

    /// Nothing for an empty text.
    func text(_ name: String) -> String? { attributes[name].flatMap { $0.isEmpty ? nil : $0 } }

    func flag(_ name: String) -> Bool { attributes[name] == "1" }
  }

  enum Kind: String {
    case model = "XDDEVMAPPINGMODEL"
    case entity = "XDDEVENTITYMAPPING"
    case attribute = "XDDEVATTRIBUTEMAPPING"
    case relationship = "XDDEVRELATIONSHIPMAPPING"
  }

  init(_ data: Data, path: String) throws {
    self.path = path
    let root = try XMLTreeReader.read(data, path: path, keepsText: true)
    guard root.name == "database" else {
      throw ModelFileError("its root element is <\(root.name)>, not <database>: it is no mapping model", path: path)
    }
    for node in root.children where node.name == "object" {
      let object = try Self.object(node, path)
      guard positions.updateValue(all.count, forKey: object.id) == nil else {
        throw ModelFileError("two of its objects are called \(object.id)", path: path)
      }
      all.append(object)
    }
  }

  private static func object(_ node: XMLNode, _ path: String) throws -> Object {
    guard let id = node["id"], let type = node["type"] else {
      throw ModelFileError("an <object> lacks its type or its id", path: path)
    }
    guard let kind = Kind(rawValue: type.uppercased()) else {
      throw ModelFileError("the object \(id) is a \(type), which no mapping model is known to have", path: path)
    }
    var object = Object(kind: kind, id: id)
    for part in node.children {
      guard let name = part["name"]?.lowercased() else {
        throw ModelFileError("a part of the object \(id) has no name", path: path)
      }
      switch part.name {
      case "attribute": object.attributes[name] = part.text
      case "relationship":
        object.references[name] = (part["idrefs"] ?? "").split(separator: " ").map(String.init)
      default: throw ModelFileError("the object \(id) has a <\(part.name)>, which is not read", path: path)
      }
    }
    return object
  }

  /// What an object refers to under a name.
  ///
  /// - Throws: `ModelFileError` for a reference that leads nowhere, or to something else.
  func objects(_ name: String, of owner: Object, _ kind: Kind) throws -> [Object] {
    try (owner.references[name] ?? []).map { id in
      guard let position = positions[id], all[position].kind == kind else {
        throw ModelFileError(
          "\(name) of the object \(owner.id) refers to \(id), which is no \(kind.rawValue)", path: path)
      }
      return all[position]
    }
  }
}
