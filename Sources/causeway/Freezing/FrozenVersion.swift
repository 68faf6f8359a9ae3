import Foundation
import ModelDescription
import ModelEvolution

/// What a frozen version was when it was frozen: the hash of each entity, and each property's facts.
///
/// Stands as a comment in the frozen file. The facts name what was edited, also where no hash tells, as a delete rule or
/// a default.
struct FrozenVersion: Hashable {
  /// The name of the `VersionedSchema`.
  let name: String
  var form = Form.facts
  /// By entity name.
  var entities: [String: Entity]

  struct Entity: Hashable {
    /// Hexadecimal.
    var hash: String
    /// By property name, as the form has them; the entity's own under `ownFacts`.
    var facts: [String: String]
  }

  /// How a comment has the facts.
  enum Form: Int, Hashable, CaseIterable {
    /// Only digests, which tell that something was edited and not what.
    case digests = 1
    /// In words, as `FrozenFacts` writes them.
    case facts = 2

    var mark: String { "// causeway-frozen \(rawValue) " }
  }

  /// No property is called so.
  static let ownFacts = "@"
  private static let end = "// causeway-frozen end"

  init(name: String, form: Form, entities: [String: Entity] = [:]) {
    (self.name, self.form, self.entities) = (name, form, entities)
  }

  init(name: String, model: ResolvedModel, form: Form = .facts) {
    self.init(name: name, form: form)
    let hashes = model.versionHashes()
    for entity in model.description.entities {
      entities[entity.name] = Entity(
        hash: hashes[entity.name]?.hexadecimal ?? "",
        facts: form == .facts ? FrozenFacts.all(of: entity).mapValues(\.text) : FrozenDigests.all(of: entity))
    }
  }

  // MARK: Text

  /// The lines of the comment.
  var lines: [String] {
    var lines = [Form.facts.mark + name]
    for (entity, content) in entities.sorted(by: { $0.key < $1.key }) {
      lines.append("//   \(entity) \(content.hash)")
      for (property, facts) in content.facts.sorted(by: { $0.key < $1.key }) {
        lines.append("//     \(FrozenFacts.encoded(property)):" + (facts.isEmpty ? "" : " " + facts))
      }
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
      if let form = Form.allCases.first(where: { line.hasPrefix($0.mark) }) {
        guard open == nil else { throw CommandError("the comment about a frozen version has no end") }
        open = (FrozenVersion(name: String(line.dropFirst(form.mark.count)), form: form), nil)
      } else if var (version, entity) = open {
        if line == end {
          versions.append(version)
          open = nil
          continue
        }
        guard line.hasPrefix("//   ") else { throw CommandError("the comment about \(version.name) was edited") }
        if line.hasPrefix("//     ") {
          guard let entity else { throw CommandError("the comment about \(version.name) was edited") }
          try version.read(line.dropFirst(7), of: entity)
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

  /// A line about properties.
  private mutating func read(_ line: Substring, of entity: String) throws {
    guard form == .facts else {
      for part in line.split(separator: ", ") {
        let words = try Self.words(part, of: name)
        entities[entity]?.facts[words.0] = words.1
      }
      return
    }
    guard let colon = line.firstIndex(of: ":") else { throw CommandError("the comment about \(name) was edited") }
    let facts = line[line.index(after: colon)...].drop { $0 == " " }
    entities[entity]?.facts[FrozenFacts.decoded(line[..<colon])] = String(facts)
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
        let details =
          form == .facts ? old.flatMap { old in new.map { FrozenFacts(old).changes(to: FrozenFacts($0)) } } ?? [] : []
        edits.append(
          Edit(
            entity: name, property: isOwn ? nil : property,
            what + (details.isEmpty ? "" : ": " + details.joined(separator: ", "))))
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
}
