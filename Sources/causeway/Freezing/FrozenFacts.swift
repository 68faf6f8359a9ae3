import Foundation
import ModelDescription
import ModelEvolution

/// What a frozen file says of one property, or of an entity itself: words by the name of the fact.
///
/// Only what is not usual is written, as `type=String optionality=optional`.
struct FrozenFacts: Hashable {
  private var values: [String: String] = [:]

  /// What each fact is when nothing is said of it. The order is that of the lines.
  private static let usual = [
    ("type", "none"), ("optionality", "mandatory"), ("transient", "no"), ("destination", "none"), ("inverse", "none"),
    ("count", "none"), ("delete-rule", "none"), ("default", "none"), ("original-name", "none"),
    ("hash-modifier", "none"), ("external-storage", "no"), ("preserved-on-deletion", "no"), ("cloud-encryption", "no"),
    ("spotlight", "no"), ("transformer", "none"), ("value-type", "none"), ("parent", "none"), ("unique", "none"),
    ("indexes", "none"),
  ]
  private static let usualValues = Dictionary(uniqueKeysWithValues: usual)
  private static let order = Dictionary(uniqueKeysWithValues: usual.enumerated().map { ($1.0, $0) })

  // MARK: text

  /// What a line of a frozen file says after the name.
  init(_ text: String) {
    for part in text.split(separator: " ") {
      guard let sign = part.firstIndex(of: "=") else { continue }
      values[Self.decoded(part[..<sign])] = Self.decoded(part[part.index(after: sign)...])
    }
  }

  var text: String {
    sorted.map { "\(Self.encoded($0.key))=\(Self.encoded($0.value))" }.joined(separator: " ")
  }

  /// Facts of a composite's elements come after those of the property.
  private var sorted: [(key: String, value: String)] {
    values.sorted { left, right in
      let (a, b) = (Self.order[left.key] ?? Self.order.count, Self.order[right.key] ?? Self.order.count)
      return a == b ? left.key < right.key : a < b
    }
  }

  private static let plain = CharacterSet(
    charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/@+()[]\"',;")

  /// Without a space, a colon or an equals sign.
  static func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: plain) ?? text
  }

  static func decoded(_ text: Substring) -> String { String(text).removingPercentEncoding ?? String(text) }

  // MARK: differences

  /// Each fact that is another one now, as "type String is now Integer 64".
  func changes(to now: FrozenFacts) -> [String] {
    var keys = sorted.map(\.key)
    keys += now.sorted.map(\.key).filter { values[$0] == nil }
    return keys.compactMap { key in
      let usual = Self.usualValues[String(key.split(separator: " ").last ?? "")] ?? "none"
      let (old, new) = (values[key] ?? usual, now.values[key] ?? usual)
      return old == new ? nil : "\(key.replacing("-", with: " ")) \(old) is now \(new)"
    }
  }

  // MARK: facts

  private init() {}

  /// By property name; the entity's own under `FrozenVersion.ownFacts`.
  static func all(of entity: EntityDescription) -> [String: FrozenFacts] {
    var facts: [String: FrozenFacts] = [:]
    for attribute in entity.attributes { facts[attribute.name] = FrozenFacts(attribute) }
    for relationship in entity.relationships { facts[relationship.name] = FrozenFacts(relationship) }
    var own = FrozenFacts()
    own.note("parent", entity.superentityName)
    own.note("unique", list(entity.uniquenessConstraints.map { "(" + $0.joined(separator: ", ") + ")" }))
    own.note(
      "indexes",
      list(
        entity.allIndexes.map { index in
          let elements = index.elements.map { element in
            (element.propertyName ?? element.expression ?? "") + (element.kind == .rTree ? " by location" : "")
              + (element.isAscending ? "" : " descending")
          }
          return "(" + elements.joined(separator: ", ") + ")"
        }))
    facts[FrozenVersion.ownFacts] = own
    return facts
  }

  private static func list(_ parts: [String]) -> String? {
    parts.isEmpty ? nil : parts.sorted().joined(separator: ", ")
  }

  private init(_ attribute: AttributeDescription) { add(attribute, under: "") }

  private mutating func add(_ attribute: AttributeDescription, under prefix: String) {
    note(prefix + "type", attribute.type.words)
    note(prefix + "optionality", attribute.isOptional ? "optional" : nil)
    note(prefix + "transient", attribute.isTransient ? "yes" : nil)
    note(prefix + "default", attribute.defaultValue?.words)
    note(prefix + "original-name", attribute.renamingIdentifier)
    note(prefix + "hash-modifier", attribute.versionHashModifier)
    note(prefix + "external-storage", attribute.allowsExternalStorage ? "yes" : nil)
    note(prefix + "preserved-on-deletion", attribute.preservesValueOnDeletion ? "yes" : nil)
    note(prefix + "cloud-encryption", attribute.allowsCloudEncryption ? "yes" : nil)
    note(prefix + "spotlight", attribute.isSpotlightIndexed ? "yes" : nil)
    note(prefix + "transformer", attribute.valueTransformerName)
    note(prefix + "value-type", attribute.valueClassName)
    for element in attribute.elements { add(element, under: "\(prefix)\(element.name) ") }
  }

  private init(_ relationship: RelationshipDescription) {
    note("type", relationship.isToMany ? "to-many" : "to-one")
    note("optionality", relationship.isOptional ? "optional" : nil)
    note("destination", relationship.destinationEntityName)
    note("inverse", relationship.inverseName)
    let limit = relationship.maximumCount > 0 ? String(relationship.maximumCount) : "any"
    note("count", "\(relationship.minimumCount)…\(limit)")
    note("delete-rule", "\(relationship.deleteRule)")
    note("original-name", relationship.renamingIdentifier)
    note("hash-modifier", relationship.versionHashModifier)
  }

  private mutating func note(_ fact: String, _ value: String?) {
    if let value, !value.isEmpty { values[fact] = value }
  }
}
