package import ModelDescription

/// By which attributes the objects of each entity are known again in another store.
package struct MergeKeys: Sendable {
  /// Numbers of fields by entity number; what an ancestor has holds for its descendants.
  package let fields: [Int: [Int]]

  /// - Parameter names: attributes by entity, both by the destination's names; a composite's part as a dotted path.
  /// - Throws: `CopyRefusal` for names that are no attribute, or one that cannot tell objects apart.
  package init(_ names: [String: [String]], model: ResolvedModel) throws {
    var findings: [MigrationFinding] = []
    for name in names.keys.sorted() where model.entity(named: name) == nil {
      findings.append(MigrationFinding(entity: name, property: nil, rows: 0, "the model has no such entity"))
    }
    var fields: [Int: [Int]] = [:]
    // Ancestors come before their descendants.
    for entity in model.entities {
      fields[entity.number] = entity.superentityNumber.flatMap { fields[$0] }
      guard let own = names[entity.name] else { continue }
      fields[entity.number] = own.compactMap { name in
        let number = entity.fields.firstIndex { $0.name == name }
        if let reason = Self.obstacle(name, number, entity) {
          findings.append(MigrationFinding(entity: entity.name, property: name, rows: 0, reason))
        }
        return number
      }
    }
    guard findings.isEmpty else {
      throw CopyRefusal(
        "The objects cannot be known again by these keys.", advice: "Name attributes that tell them apart.",
        findings: findings)
    }
    self.fields = fields
  }

  private static func obstacle(_ name: String, _ number: Int?, _ entity: ResolvedEntity) -> String? {
    if entity.toMany(named: name) != nil { return "it is a to-many relationship; a key is made of attributes" }
    guard let number else { return "the model has no such attribute" }
    guard let attribute = entity.fields[number].attribute else {
      return "it is a relationship; a key is made of attributes, since what it leads to is looked for by keys too"
    }
    if attribute.derivation != nil { return "it is derived; a key is made of what is stored" }
    if attribute.type == .binary || attribute.type == .transformable {
      return "its values are bytes, and equal values need not have equal bytes"
    }
    return nil
  }
}
