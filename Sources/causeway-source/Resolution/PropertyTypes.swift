import ModelDescription

/// Finds what a property's type text means, over all files.
struct PropertyTypes {
  let declared: DeclaredTypes
  let modelNames: Set<String>

  enum Meaning: Hashable {
    case attribute(AttributeType)
    /// Stored as one transformable archive; the class name as SwiftData writes it into the model.
    case collection(className: String)
    case toOne(String)
    case toMany(String)
    case composite([AttributeDescription], UserInfo)
    case unresolved(String)
  }

  private static let basic: [String: AttributeType] = [
    "Bool": .boolean, "Data": .binary, "Date": .date, "Decimal": .decimal, "Double": .double, "Float": .float,
    "Int": .integer64, "Int8": .integer16, "Int16": .integer16, "Int32": .integer32, "Int64": .integer64,
    "String": .string, "UInt": .integer64, "UInt8": .integer16, "UInt16": .integer32, "UInt32": .integer64,
    "UInt64": .integer64, "URL": .uri, "UUID": .uuid,
  ]

  /// What a type means inside the types of `scope`; `text` is without the optional.
  func meaning(of text: String, in scope: [String]) -> Meaning { meaning(of: text, in: scope, depth: 0) }

  private func meaning(of text: String, in scope: [String], depth: Int) -> Meaning {
    guard depth < 32 else { return .unresolved("its type \(text) refers to itself") }
    let name = Self.bare(text)
    if let element = Self.element(of: name) {
      switch meaning(of: element, in: scope, depth: depth + 1) {
      case .toOne(let model): return .toMany(model)
      // StoreFormat.md section 7: collections of values are archives, `Array<String>`.
      case .attribute, .collection, .composite: return .collection(className: "Array<\(Self.bare(element))>")
      case .unresolved(let reason): return .unresolved(reason)
      case .toMany: return .unresolved("how SwiftData stores \(text) is not known")
      }
    }
    if let (kind, parts) = Self.otherCollection(name) {
      for part in parts {
        switch meaning(of: part, in: scope, depth: depth + 1) {
        case .attribute, .collection, .composite: continue
        case .unresolved(let reason): return .unresolved(reason)
        case .toOne, .toMany: return .unresolved("how SwiftData stores \(text) is not known")
        }
      }
      return .collection(className: "\(kind)<\(parts.map(Self.bare).joined(separator: ", "))>")
    }
    let isQualified = text.filter { $0 != "`" } != name
    if !isQualified, let model = model(named: name) { return .toOne(model) }
    if !isQualified, let (qualified, declaration) = declared.find(name, in: scope) {
      return meaning(of: declaration, named: qualified, depth: depth)
    }
    if let type = Self.basic[name] { return .attribute(type) }
    return .unresolved("the type \(text) is declared in none of the files")
  }

  private func model(named name: String) -> String? {
    let last = name.split(separator: ".").last.map(String.init) ?? name
    return modelNames.contains(last) ? last : nil
  }

  private func meaning(of declaration: DeclaredTypes.Declaration, named name: String, depth: Int) -> Meaning {
    let scope = name.split(separator: ".").map(String.init)
    switch declaration {
    case .alias(let text): return meaning(of: text, in: scope.dropLast(), depth: depth + 1)
    case .other(let what): return .unresolved("its type \(name) is \(what)")
    case .enumeration(let rawType, let cases, let hasAssociatedValues):
      return enumeration(name, rawType, cases, hasAssociatedValues)
    case .structure(let properties, let inherited, let hasOwnCoding):
      return structure(name, properties, inherited, hasOwnCoding, scope: scope, depth: depth)
    }
  }

  /// StoreFormat.md section 7: one leaf for a raw value, one leaf a case without. The caller names a raw value's leaf.
  private func enumeration(
    _ name: String, _ rawType: String?, _ cases: [String], _ hasAssociatedValues: Bool
  ) -> Meaning {
    if hasAssociatedValues { return .unresolved("how SwiftData stores \(name)'s associated values is not known") }
    if let raw = rawType.flatMap({ Self.basic[Self.bare($0)] }) {
      return .composite([AttributeDescription(name: "", type: raw, isOptional: true)], UserInfo(["EnumType": "true"]))
    }
    switch rawType {
    case nil, "Codable", "CaseIterable", "Hashable", "Equatable", "Sendable", "Identifiable":
      return .composite(
        cases.map { AttributeDescription(name: $0, type: .string, isOptional: true) }, UserInfo(["EnumType": "true"]))
    default: return .unresolved("how SwiftData stores \(name): \(rawType ?? "") is not known")
    }
  }

  private func structure(
    _ name: String, _ properties: [DeclaredTypes.Field], _ inherited: [String], _ hasOwnCoding: Bool,
    scope: [String], depth: Int
  ) -> Meaning {
    if hasOwnCoding { return .unresolved("\(name) has coding of its own, which source cannot show") }
    var elements: [AttributeDescription] = []
    for property in properties {
      guard let text = property.typeText else {
        return .unresolved("\(name).\(property.name) has no type annotation")
      }
      switch meaning(of: text.hasSuffix("?") ? String(text.dropLast()) : text, in: scope, depth: depth + 1) {
      case .attribute(let type):
        elements.append(AttributeDescription(name: property.name, type: type, isOptional: true))
      case .collection:
        elements.append(AttributeDescription(name: property.name, type: .binary, isOptional: true))
      case .composite(let inner, let userInfo):
        elements.append(
          AttributeDescription(
            name: property.name, type: .composite, isOptional: true,
            elements: Self.named(inner, property.name), userInfo: userInfo))
      case .toOne, .toMany: return .unresolved("\(name).\(property.name) is a model inside a struct")
      case .unresolved(let reason): return .unresolved(reason)
      }
    }
    return elements.isEmpty ? .unresolved("\(name) has no stored properties") : .composite(elements, UserInfo())
  }

  /// An enum's only leaf is called like the property that has it.
  static func named(_ elements: [AttributeDescription], _ property: String) -> [AttributeDescription] {
    elements.map { element in
      var element = element
      if element.name.isEmpty { element.name = property }
      return element
    }
  }

  private static func bare(_ text: String) -> String {
    for module in ["Foundation.", "Swift.", "SwiftData."] where text.hasPrefix(module) {
      return String(text.dropFirst(module.count))
    }
    return text.filter { $0 != "`" }
  }

  /// `Set<T>`, `Dictionary<K, V>`, `[K: V]`: their kind and the types in them.
  private static func otherCollection(_ text: String) -> (kind: String, parts: [String])? {
    if text.hasPrefix("Set<"), text.hasSuffix(">") { return ("Set", [text.dropFirst(4).dropLast().trimmed]) }
    let inner: Substring
    if text.hasPrefix("["), text.hasSuffix("]") {
      inner = text.dropFirst().dropLast()
    } else if text.hasPrefix("Dictionary<"), text.hasSuffix(">") {
      inner = text.dropFirst(11).dropLast()
    } else {
      return nil
    }
    // The first separator outside of brackets.
    var depth = 0
    for position in inner.indices {
      switch inner[position] {
      case "[", "<", "(": depth += 1
      case "]", ">", ")": depth -= 1
      case ":" where depth == 0, "," where depth == 0:
        return ("Dictionary", [inner[..<position].trimmed, inner[inner.index(after: position)...].trimmed])
      default: continue
      }
    }
    return nil
  }

  private static func element(of text: String) -> String? {
    if text.hasPrefix("["), text.hasSuffix("]"), !text.contains(":") {
      return text.dropFirst().dropLast().trimmed
    }
    if text.hasPrefix("Array<"), text.hasSuffix(">") { return text.dropFirst(6).dropLast().trimmed }
    return nil
  }
}

extension Substring {
  fileprivate var trimmed: String {
    String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}
