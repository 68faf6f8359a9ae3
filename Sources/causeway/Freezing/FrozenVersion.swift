import Foundation
import ModelDescription
import ModelEvolution

/// What a frozen version was when it was frozen: the hash of each entity, and a digest of each property's facts.
///
/// Stands as a comment in the frozen file. The digests name what was edited, also where no hash tells, as a delete
/// rule or a default.
struct FrozenVersion: Hashable {
  /// The name of the `VersionedSchema`.
  let name: String
  /// By entity name.
  var entities: [String: Entity]

  struct Entity: Hashable {
    /// Hexadecimal.
    var hash: String
    /// Digests by property name; the entity's own facts under `ownFacts`.
    var facts: [String: String]
  }

  /// No property is called so.
  static let ownFacts = "@"
  private static let mark = "// causeway-frozen 1 "
  private static let end = "// causeway-frozen end"

  init(name: String, entities: [String: Entity]) {
    self.name = name
    self.entities = entities
  }

  init(name: String, model: ResolvedModel) {
    self.name = name
    let hashes = model.versionHashes()
    entities = [:]
    for entity in model.description.entities {
      entities[entity.name] = Entity(hash: hashes[entity.name]?.hexadecimal ?? "", facts: Self.facts(of: entity))
    }
  }

  // MARK: Text

  /// The lines of the comment.
  var lines: [String] {
    var lines = [Self.mark + name]
    for (entity, content) in entities.sorted(by: { $0.key < $1.key }) {
      lines.append("//   \(entity) \(content.hash)")
      var line = ""
      for (property, digest) in content.facts.sorted(by: { $0.key < $1.key }) {
        let part = "\(property) \(digest)"
        if !line.isEmpty, line.count + part.count > 105 {
          lines.append("//     " + line)
          line = ""
        }
        line += (line.isEmpty ? "" : ", ") + part
      }
      lines.append("//     " + line)
    }
    return lines + [Self.end]
  }

  /// The frozen versions that a file's text states.
  ///
  /// - Throws: `CommandError` without the file's name when such a comment is not whole.
  static func all(in text: String) throws -> [FrozenVersion] {
    var versions: [FrozenVersion] = []
    var open: (version: FrozenVersion, entity: String?)?
    for line in text.split(whereSeparator: \.isNewline) {
      if line.hasPrefix(mark) {
        guard open == nil else { throw CommandError("the comment about a frozen version has no end") }
        open = (FrozenVersion(name: String(line.dropFirst(mark.count)), entities: [:]), nil)
      } else if var (version, entity) = open {
        if line == end {
          versions.append(version)
          open = nil
          continue
        }
        guard line.hasPrefix("//   ") else { throw CommandError("the comment about \(version.name) was edited") }
        if line.hasPrefix("//     ") {
          guard let entity else { throw CommandError("the comment about \(version.name) was edited") }
          for part in line.dropFirst(7).split(separator: ", ") {
            let words = try words(part, of: version.name)
            version.entities[entity]?.facts[words.0] = words.1
          }
        } else {
          let words = try words(line.dropFirst(5), of: version.name)
          version.entities[words.0] = Entity(hash: words.1, facts: [:])
          entity = words.0
        }
        open = (version, entity)
      }
    }
    if let open { throw CommandError("the comment about \(open.version.name) has no end") }
    return versions
  }

  /// A name, which may have spaces, and a digest.
  private static func words(_ text: Substring, of version: String) throws -> (String, String) {
    guard let space = text.lastIndex(of: " ") else { throw CommandError("the comment about \(version) was edited") }
    return (String(text[..<space]), String(text[text.index(after: space)...]))
  }

  // MARK: Differences

  /// What was edited since, as sentences about entities and properties.
  func edits(in present: FrozenVersion) -> [Edit] {
    var edits: [Edit] = []
    for name in Set(entities.keys).union(present.entities.keys).sorted() {
      guard let frozen = entities[name] else {
        edits.append(Edit(entity: name, property: nil, "was added to the frozen version"))
        continue
      }
      guard let now = present.entities[name] else {
        edits.append(Edit(entity: name, property: nil, "was removed from the frozen version"))
        continue
      }
      let count = edits.count
      for property in Set(frozen.facts.keys).union(now.facts.keys).sorted() {
        let (old, new) = (frozen.facts[property], now.facts[property])
        guard old != new else { continue }
        let isOwn = property == Self.ownFacts
        let what =
          isOwn
          ? "its parent, constraints or indexes were edited"
          : old == nil ? "was added" : new == nil ? "was removed" : "was edited"
        edits.append(Edit(entity: name, property: isOwn ? nil : property, what))
      }
      if frozen.hash != now.hash {
        edits.append(
          Edit(
            entity: name, property: nil,
            "its hash is \(now.hash), and was \(frozen.hash)"
              + (edits.count == count ? ", by what it refers to or inherits" : "")))
      }
    }
    return edits
  }

  struct Edit: Hashable {
    var entity: String
    var property: String?
    var message: String

    init(entity: String, property: String?, _ message: String) {
      self.entity = entity
      self.property = property
      self.message = message
    }

    var place: String { property.map { "\(entity).\($0)" } ?? entity }
  }

  // MARK: Facts

  private static func facts(of entity: EntityDescription) -> [String: String] {
    var facts: [String: String] = [:]
    for attribute in entity.attributes { facts[attribute.name] = digest(text(of: attribute)) }
    for relationship in entity.relationships { facts[relationship.name] = digest(text(of: relationship)) }
    let constraints = entity.uniquenessConstraints.map { $0.joined(separator: "+") }.sorted()
    let indexes = entity.allIndexes.map { index in
      index.elements.map { "\($0.propertyName ?? "")/\($0.kind.rawValue)/\($0.isAscending)" }.joined(separator: "+")
    }
    facts[ownFacts] = digest(
      [entity.superentityName ?? "", constraints.joined(separator: ","), indexes.sorted().joined(separator: ",")]
        .joined(separator: "|"))
    return facts
  }

  private static func text(of attribute: AttributeDescription) -> String {
    let flags = [
      attribute.isOptional, attribute.isTransient, attribute.allowsExternalStorage, attribute.preservesValueOnDeletion,
      attribute.allowsCloudEncryption, attribute.isSpotlightIndexed,
    ].map { $0 ? "1" : "0" }.joined()
    let parts = [
      attribute.name, String(attribute.type.rawValue), flags, attribute.renamingIdentifier ?? "",
      attribute.versionHashModifier ?? "", attribute.defaultValue?.words ?? "", attribute.valueTransformerName ?? "",
      attribute.valueClassName ?? "",
    ]
    return (parts + attribute.elements.map(text)).joined(separator: "|")
  }

  private static func text(of relationship: RelationshipDescription) -> String {
    [
      relationship.name, relationship.destinationEntityName, relationship.inverseName ?? "",
      relationship.isOptional ? "1" : "0", relationship.isToMany ? "1" : "0", String(relationship.minimumCount),
      String(relationship.maximumCount), String(relationship.deleteRule.rawValue),
      relationship.renamingIdentifier ?? "", relationship.versionHashModifier ?? "",
    ].joined(separator: "|")
  }

  private static func digest(_ text: String) -> String {
    Data(MessageDigest.sha256(Array(text.utf8)).prefix(8)).hexadecimal
  }
}
