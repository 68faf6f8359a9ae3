import ModelDescription
import ModelEvolution
import StoreContract

extension StoreContents {
  /// What an earlier state had that this one does not have: rows, values and links that a migration should have kept.
  ///
  /// Names that changed are followed as migrations follow them, and so are objects whose table has become another's. The
  /// order of members counts where both models have one. What the newer models do not have any more is no difference, nor
  /// a link to it, nor a value where there was none.
  ///
  /// - Parameter changing: properties that were meant to change, by the newer models' names, as in `Book.title`.
  /// - Returns: a line for each difference, the first of each property with its values.
  public func losses(since earlier: StoreContents, changing: Set<String> = []) -> [String] {
    let mapping = ModelMapping.inferred(from: earlier.model, to: model)
    let moves = KeyMoves(mapping, from: earlier, to: self)
    var lines: [String] = []
    for entity in mapping.entities {
      guard let source = entity.source else { continue }
      let before = earlier.rows[source.name] ?? [:]
      // Under the keys that they had.
      var after: [Int64: Row] = [:]
      let present = rows[entity.destination.name] ?? [:]
      for key in before.keys { after[key] = present[moves.key(key, of: source, as: entity.destination)] }
      let gone = before.keys.filter { after[$0] == nil }.sorted()
      if let first = gone.first, !changing.contains(entity.destination.name) {
        lines.append(
          "\(entity.destination.name): \(gone.count.counted("row")) of \(before.count) gone, the first is \(first)")
      }
      let ordered = Self.ordered(entity)
      for (name, former) in Self.properties(entity) where !changing.contains("\(entity.destination.name).\(name)") {
        lines += Self.losses(
          of: name, formerly: former, isOrdered: ordered.contains(name), entity.destination.name, before, after
        ) { moves.destination($0, of: source.relationship(named: former)) }
      }
    }
    return lines
  }

  /// The names of properties in the newer and the older model.
  private static func properties(_ entity: EntityMapping) -> [(String, String)] {
    var pairs: [(String, String)] = []
    for (field, mapping) in zip(entity.destination.fields, entity.fields) {
      if let number = mapping.attribute?.sourceField, let source = entity.source, source.fields.indices.contains(number)
      {
        pairs.append((field.name, source.fields[number].name))
      } else if let former = mapping.toOne?.source {
        pairs.append((field.name, former.name))
      }
    }
    return pairs + entity.toManys.compactMap { mapping in mapping.source.map { (mapping.destination.name, $0.name) } }
  }

  /// To-manys whose members have an order on both sides.
  private static func ordered(_ entity: EntityMapping) -> Set<String> {
    Set(
      entity.toManys.filter { mapping in
        mapping.destination.description.isOrdered
          && mapping.source.map { $0.isToMany && $0.description.isOrdered } == true
      }.map(\.destination.name))
  }

  private static func losses(
    of name: String, formerly former: String, isOrdered: Bool, _ entity: String, _ before: [Int64: Row],
    _ after: [Int64: Row], destination: (Int64) -> Int64?
  ) -> [String] {
    var changed: [(key: Int64, line: String)] = []
    for (key, old) in before {
      guard let new = after[key] else { continue }
      if let value = old.values[former], value != .null, !Self.isSame(value, new.values[name]) {
        changed.append((key, "\(words(value)) is now \(new.values[name].map(words) ?? "nothing")"))
      } else if let links = old.links[former]?.compactMap(destination), !links.isEmpty {
        let now = new.links[name] ?? []
        let (left, wanted) = (Set(now), Set(links))
        if let lost = links.first(where: { !left.contains($0) }) {
          changed.append((key, "the link to \(lost) is gone"))
        } else if isOrdered, now.filter(wanted.contains) != links {
          changed.append((key, "the order \(list(links)) is now \(list(now.filter(wanted.contains)))"))
        }
      }
    }
    guard let first = changed.min(by: { $0.key < $1.key }) else { return [] }
    return ["\(entity).\(name): \(changed.count.counted("row")) differ, in row \(first.key) \(first.line)"]
  }

  private static func list(_ keys: [Int64]) -> String {
    keys.prefix(8).map(String.init).joined(separator: ", ") + (keys.count > 8 ? ", …" : "")
  }

  /// A whole number may be stored as one or as a real number.
  private static func isSame(_ value: StoredValue, _ other: StoredValue?) -> Bool {
    switch (value, other) {
    case (.integer(let integer), .real(let real)?), (.real(let real), .integer(let integer)?): Double(integer) == real
    default: value == other
    }
  }

  private static func words(_ value: StoredValue) -> String {
    switch value {
    case .null: "nothing"
    case .integer(let integer): "\(integer)"
    case .real(let real): "\(real)"
    case .text(let text): "\"\(text.prefix(60))\(text.count > 60 ? "…" : "")\""
    case .blob(let data): data.count.counted("byte")
    case .reference(let key): "\(key.primaryKey)"
    }
  }
}

extension ResolvedEntity {
  fileprivate func relationship(named name: String) -> ResolvedRelationship? {
    toMany(named: name) ?? fields.first { $0.toOne?.name == name }?.toOne
  }
}

extension StoreContents: Equatable {
  public static func == (left: StoreContents, right: StoreContents) -> Bool { left.rows == right.rows }
}
