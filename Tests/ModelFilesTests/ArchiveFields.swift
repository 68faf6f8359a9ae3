import Foundation

@testable import ModelFiles

/// A keyed archive of a model as a flat table: where a field is, and what it holds.
///
/// Entities stand at their names, properties at their entity and name; mentions of them elsewhere are names. Two
/// archives can then be compared whatever numbers their objects have.
struct ArchiveFields {
  private(set) var fields: [String: String] = [:]
  private let objects: [PlistValue]
  /// The objects that are being visited.
  private var open: Set<Int> = []

  init(_ data: Data) throws {
    let archive = try BinaryPlistReader.read(data)
    guard case .array(let objects)? = archive["$objects"] else { throw ModelFileError("no keyed archive", path: "") }
    self.objects = objects
    if let root = archive["$top"]?["root"] { visit(root, "model", home: true) }
  }

  private func object(_ value: PlistValue) -> PlistValue {
    guard case .uid(let number) = value else { return value }
    return objects.indices.contains(number) ? objects[number] : .null
  }

  private func className(_ value: PlistValue) -> String {
    guard let kind = value["$class"], case .string(let name)? = object(kind)["$classname"] else { return "" }
    return name
  }

  private func text(_ value: PlistValue?) -> String {
    if case .string(let text)? = value.map(object) { text } else { "" }
  }

  private func list(_ value: PlistValue?) -> [PlistValue] {
    if case .array(let members)? = value { members } else { [] }
  }

  /// - Parameter home: the place where an entity or a property stands; elsewhere its name does.
  private mutating func visit(_ value: PlistValue, _ path: String, home: Bool = false) {
    // An index and its elements mention each other.
    if case .uid(let number) = value, number != 0 {
      guard open.insert(number).inserted else {
        fields[path] = "back"
        return
      }
    }
    defer { if case .uid(let number) = value { open.remove(number) } }
    let target = object(value)
    let kind = className(target)
    switch (target, kind) {
    case (.dictionary, "NSManagedObjectModel") where !home: fields[path] = "the model"
    case (.dictionary, "NSEntityDescription") where !home: fields[path] = "entity " + text(target["NSEntityName"])
    case (.dictionary, _) where !home && target["NSPropertyName"] != nil && target["NSEntity"] != nil:
      fields[path] = "property " + text(target["NSPropertyName"])
    case (.dictionary, "NSDictionary"), (.dictionary, "NSMutableDictionary"):
      fields[path + " class"] = kind
      entries(list(target["NS.keys"]), list(target["NS.objects"]), path)
    case (.dictionary, "NSKnownKeysDictionary1"):
      fields[path + " class"] = kind
      let mapping = target["searchMapping"].map(object)
      entries(
        list(mapping?["keys"].map(object)?["NS.objects"]), list(target["values"].map(object)?["NS.objects"]), path)
    case (.dictionary, "NSSet"), (.dictionary, "NSMutableSet"):
      fields[path + " class"] = kind
      fields[path] = list(target["NS.objects"]).map { name($0) }.sorted().joined(separator: ", ")
    case (.dictionary, "NSArray"), (.dictionary, "NSMutableArray"):
      fields[path + " class"] = kind
      for (index, member) in list(target["NS.objects"]).enumerated() { visit(member, "\(path)[\(index)]") }
    case (.dictionary(let entries), _):
      fields[path + " class"] = kind
      for (key, value) in entries where key != "$class" { visit(value, "\(path).\(key)") }
    case (.array(let members), _):
      for (index, member) in members.enumerated() { visit(member, "\(path)[\(index)]") }
    default: fields[path] = "\(target)"
    }
  }

  private mutating func entries(_ keys: [PlistValue], _ values: [PlistValue], _ path: String) {
    let isHome = path == "model.NSEntities" || path.hasSuffix(".NSProperties")
    for (key, value) in zip(keys, values) { visit(value, "\(path).\(text(key))", home: isHome) }
    fields[path] = "\(keys.count) entries"
  }

  private func name(_ value: PlistValue) -> String {
    let target = object(value)
    if case .string(let text) = target { return text }
    return text(target["NSEntityName"]) + text(target["NSPropertyName"])
  }
}
