internal import ModelDescription
internal import SQLiteDriver
internal import StoreContract

extension MergeMatches {
  /// Looks for rows that are to be inserted and have values which a row of the destination has and no two may have.
  ///
  /// As the file's indexes are: over all rows of a family, and rows that lack one of the values are like no other.
  ///
  /// - Throws: `CopyRefusal` with the rows of both stores.
  func checkConstraints() throws {
    var findings: [MigrationFinding] = []
    for entity in model.entities {
      let inherited = entity.superentityNumber.flatMap { model.entity(numbered: $0) }?.uniqueFields(in: model) ?? []
      for fields in entity.uniqueFields(in: model)
      where !inherited.contains(fields) && canBeTaken(fields, of: entity) {
        findings += try taken(fields, of: entity)
      }
    }
    guard findings.isEmpty else {
      throw CopyRefusal(
        "The objects of \(source.path ?? source.identifier) cannot be inserted: others of"
          + " \(target.path ?? target.identifier) have values that must be unique.",
        advice: "Make the values different; or make them the key, by which such objects are the same one.",
        findings: findings)
    }
  }

  private func canBeTaken(_ fields: [Int], of entity: ResolvedEntity) -> Bool {
    // Rows with the same key are one object, unless they are of two entities.
    if entity.isRoot, !entity.hasSubentities, let key = keys.fields[entity.number], !key.isEmpty,
      Set(key).isSubset(of: fields)
    {
      return false
    }
    return fields.allSatisfy { number in
      let field = entity.fields[number]
      // What has a partner in a one-to-one gets no other.
      if let toOne = field.toOne { return toOne.inverse?.isToMany ?? true }
      // Saves compute the ones, and give the files of the others new names.
      return field.attribute.map { $0.derivation == nil && !$0.allowsExternalStorage } ?? false
    }
  }

  private func taken(_ fields: [Int], of entity: ResolvedEntity) throws -> [MigrationFinding] {
    try makeTable("s", fields, of: entity) { insert in
      try source.filledColumns(fields, of: entity.number) { row in
        let key = row.integer(0)
        guard try partner(of: key, root: entity.rootNumber) == nil else { return }
        try insert.bind(key, at: 1)
        for (index, number) in fields.enumerated() {
          guard let toOne = entity.fields[number].toOne else {
            try Self.bind(row.value(index + 1), to: insert, at: index + 2)
            continue
          }
          // To an object that is to be inserted itself, no row of the destination leads.
          guard let root = model.entity(numbered: toOne.destinationNumber)?.rootNumber,
            let end = try partner(of: row.integer(index + 1), root: root)
          else { return }
          try insert.bind(end.key, at: index + 2)
        }
        try insert.run()
      }
    }
    guard try connection.integer("SELECT EXISTS (SELECT 1 FROM s)") == 1 else { return [] }
    try makeTable("t", fields, of: entity) { insert in
      try target.filledColumns(fields, of: entity.number) { row in
        for column in 0...fields.count { try Self.bind(row.value(column), to: insert, at: column + 1) }
        try insert.run()
      }
    }
    return try findings(fields, of: entity)
  }

  /// One for each row, up to a number, and one that counts the others.
  private func findings(_ fields: [Int], of entity: ResolvedEntity) throws -> [MigrationFinding] {
    let columns = Self.columns(fields)
    let shown = columns.map { "quote(s.\($0))" }.joined(separator: " || ', ' || ")
    let equal = columns.map { "s.\($0) = t.\($0)" }.joined(separator: " AND ")
    let property = fields.map { entity.fields[$0].name }.joined(separator: ", ")
    let sql =
      "SELECT \(shown), s.id, t.id, count(*) OVER () FROM s JOIN t ON \(equal) ORDER BY s.id, t.id LIMIT \(Self.limit)"
    return try connection.withStatement(sql) { statement in
      var findings: [MigrationFinding] = []
      var all: Int64 = 0
      while try statement.step() {
        all = statement.integer(3)
        findings.append(
          MigrationFinding(
            entity: entity.name, property: property, rows: 1,
            "row \(statement.integer(1)) of the source has \(statement.text(0)), which no two objects may have and row"
              + " \(statement.integer(2)) of the destination has"))
      }
      let rest = all - Int64(findings.count)
      if rest > 0 {
        findings.append(
          MigrationFinding(
            entity: entity.name, property: property, rows: rest,
            "\(rest.counted("more object")) of the source \(rest == 1 ? "has" : "have") what others of the destination have"
          ))
      }
      return findings
    }
  }

  private static let limit = 20
}
