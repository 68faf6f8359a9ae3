import Foundation

/// Checks JSON documents against the part of JSON Schema that `Documentation/Schemas` uses.
struct JSONSchema {
  private let root: JSONDocument

  private static let known: Set<String> = [
    "$schema", "$defs", "$ref", "title", "description", "type", "properties", "required", "additionalProperties",
    "items",
    "enum", "const", "oneOf", "pattern",
  ]

  init(_ text: String) throws { root = try JSONDocument(text) }

  /// What is wrong with a document, each with its place; empty when nothing is.
  func problems(in document: JSONDocument) -> [String] { problems(document, root, at: "$") }

  private func problems(_ value: JSONDocument, _ schema: JSONDocument, at place: String) -> [String] {
    let unknown = schema.members.keys.filter { !Self.known.contains($0) }
    if !unknown.isEmpty { return ["\(place): the checker does not know \(unknown.sorted())"] }
    if let name = schema["$ref"]?.string {
      guard let target = root["$defs"]?[String(name.dropFirst("#/$defs/".count))] else {
        return ["\(place): \(name) is not defined"]
      }
      return problems(value, target, at: place)
    }
    var found: [String] = []
    if let choices = schema["oneOf"]?.elements {
      let results = choices.map { problems(value, $0, at: place) }
      if results.count(where: \.isEmpty) != 1 { found.append("\(place): not one of: \(results)") }
    }
    if let constant = schema["const"], value != constant { found.append("\(place): not \(constant)") }
    if let choices = schema["enum"]?.elements, !choices.contains(value) {
      found.append("\(place): \(value) is none of \(choices)")
    }
    if let names = schema["type"]?.elements.compactMap(\.string), !names.contains(where: value.typeNames.contains) {
      return found + ["\(place): \(value.typeNames) is not \(names)"]
    }
    if let pattern = schema["pattern"]?.string, let text = value.string,
      text.range(of: pattern, options: .regularExpression) == nil
    {
      found.append("\(place): \"\(text)\" does not match \(pattern)")
    }
    if case .object(let members) = value { found += problems(members: members, schema, at: place) }
    if case .array(let elements) = value, let items = schema["items"] {
      for (index, element) in elements.enumerated() { found += problems(element, items, at: "\(place)[\(index)]") }
    }
    return found
  }

  private func problems(
    members: [String: JSONDocument], _ schema: JSONDocument, at place: String
  ) -> [String] {
    let required = schema["required"]?.elements.compactMap(\.string) ?? []
    var found = required.filter { members[$0] == nil }.map { "\(place): lacks \($0)" }
    for (name, member) in members.sorted(by: { $0.key < $1.key }) {
      if let property = schema["properties"]?[name] {
        found += problems(member, property, at: "\(place).\(name)")
      } else if schema["additionalProperties"] == .boolean(false) {
        found.append("\(place): has the unknown member \(name)")
      } else if case .object? = schema["additionalProperties"], let other = schema["additionalProperties"] {
        found += problems(member, other, at: "\(place).\(name)")
      }
    }
    return found
  }
}
