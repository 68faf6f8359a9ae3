internal import ModelDescription
internal import SQLCompiler

/// A derived attribute that the file has no triggers for, so that saves have to keep it current.
struct DerivedColumn: Sendable {
  let entity: ResolvedEntity
  let property: String
  let column: String
  let rule: Rule

  enum Rule: Sendable, Equatable {
    /// The time of the save, for new rows and, without a trigger that does it, for changed ones.
    case now(onUpdate: Bool)
    /// SQL over the entity's table, which stands there without an alias.
    ///
    /// With a destination, rows of that family decide too, so every row of the entity can change.
    case expression(String, destinationRoot: Int?)
    /// Nothing that is known how to compute; the text is the model's.
    ///
    /// Rows of the destinations' families may decide too.
    case unknown(String, destinationRoots: Set<Int>)
  }

  /// The derived attributes of a layout that no trigger of the file keeps.
  static func all(in layout: StoreLayout, triggers: Set<String>) -> [DerivedColumn] {
    layout.model.entities.flatMap { entity in
      entity.fields.compactMap { field -> DerivedColumn? in
        guard let attribute = field.attribute, let derivation = attribute.derivation,
          field.declaringEntityNumber == entity.number, let column = layout.column(of: field)?.name
        else { return nil }
        // Names of triggers are known from SampleModel2_V1 (StoreFormat.md section 9).
        let own = triggers.filter {
          TriggerPlan.isTrigger($0, ofAttribute: attribute.name, entity: entity.name)
        }
        let rule = rule(derivation, of: entity, in: layout)
        switch rule {
        case .now:
          if own.contains(where: { $0.hasSuffix("INSERT") }) { return nil }
          return DerivedColumn(
            entity: entity, property: attribute.name, column: column, rule: .now(onUpdate: own.isEmpty))
        case .expression, .unknown:
          return own.isEmpty
            ? DerivedColumn(entity: entity, property: attribute.name, column: column, rule: rule) : nil
        }
      }
    }
  }

  // MARK: Reading the expression

  private static func rule(
    _ derivation: DerivationDescription, of entity: ResolvedEntity, in layout: StoreLayout
  ) -> Rule {
    let text = derivation.expression.filter { !$0.isWhitespace }
    let whole = derivation.expression + (derivation.filter.map { " where \($0)" } ?? "")
    let unknown = Rule.unknown(whole, destinationRoots: destinationRoots(of: whole, entity, in: layout.model))
    guard derivation.filter == nil, let mapping = layout.mapping(ofEntity: entity.number) else { return unknown }
    if text == "now()" { return .now(onUpdate: true) }
    for (name, function) in DerivationFunctions.byName where text.hasPrefix("\(name):(") && text.hasSuffix(")") {
      let property = String(text.dropFirst(name.count + 2).dropLast())
      guard let field = entity.fieldNumber(of: property), entity.fields[field].attribute?.type == .string else {
        return unknown
      }
      return .expression("\(function)(\(mapping.columns[field].name.quoted))", destinationRoot: nil)
    }
    let owner = Owner(entity: entity, mapping: mapping, layout: layout)
    return owner.rule(forPath: path(text)) ?? unknown
  }

  /// The families that a text's key paths lead to.
  private static func destinationRoots(
    of text: String, _ entity: ResolvedEntity, in model: ResolvedModel
  ) -> Set<Int> {
    var roots: Set<Int> = []
    for path in text.split(whereSeparator: { !($0.isLetter || $0.isNumber || "_.@".contains($0)) }) {
      var place = entity
      for name in path.split(separator: ".") where !name.hasPrefix("@") {
        let toOne = place.fieldNumber(of: String(name)).flatMap { place.fields[$0].toOne }
        guard let relationship = toOne ?? place.toMany(named: String(name)),
          let destination = model.entity(numbered: relationship.destinationNumber)
        else { break }
        roots.insert(destination.rootNumber)
        place = destination
      }
    }
    return roots
  }

  /// `a.@count` and `count:(a)`, which are two spellings of one expression (VersionHashes.md section 2), as names.
  private static func path(_ text: String) -> [String] {
    if text.hasPrefix("count:("), text.hasSuffix(")") { return [String(text.dropFirst(7).dropLast()), "@count"] }
    return text.split(separator: ".").map(String.init)
  }

  private struct Owner {
    let entity: ResolvedEntity
    let mapping: TableMapping
    let layout: StoreLayout

    var key: String { "\(mapping.table.quoted).\(mapping.keyColumn.quoted)" }

    func rule(forPath path: [String]) -> Rule? {
      guard let first = path.first, path.count > 1 else { return nil }
      if let field = entity.fieldNumber(of: first), let toOne = entity.fields[field].toOne {
        guard path.count == 2, let (sql, destination) = attribute(path[1], of: toOne) else { return nil }
        let foreignKey = "\(mapping.table.quoted).\(mapping.columns[field].name.quoted)"
        return .expression(
          "(SELECT d.\(sql) FROM \(destination.table.quoted) AS d WHERE d.\(destination.keyColumn.quoted) = \(foreignKey))",
          destinationRoot: root(toOne))
      }
      guard let toMany = entity.toMany(named: first), let place = mapping.toManys[first] else { return nil }
      if path.dropFirst() == ["@count"] {
        return .expression("(SELECT COUNT(*) FROM \(members(place)))", destinationRoot: root(toMany))
      }
      let names = path.dropFirst()
      // `loans.fee.@sum` and `loans.@sum.fee` say the same.
      guard names.count == 2, names.contains("@sum"), let name = names.first(where: { $0 != "@sum" }),
        let (sql, destination) = attribute(name, of: toMany)
      else { return nil }
      let sum = "SELECT IFNULL(SUM(d.\(sql)), 0) FROM"
      switch place {
      case .foreignKey(let table, let column, _):
        return .expression(
          "(\(sum) \(table.quoted) AS d WHERE d.\(column.quoted) = \(key))", destinationRoot: root(toMany))
      case .joinTable(let table, let ownerColumn, let destinationColumn, _):
        return .expression(
          "(\(sum) \(table.quoted) AS j JOIN \(destination.table.quoted) AS d ON d.\(destination.keyColumn.quoted) ="
            + " j.\(destinationColumn.quoted) WHERE j.\(ownerColumn.quoted) = \(key))", destinationRoot: root(toMany))
      }
    }

    private func members(_ place: ToManyMapping) -> String {
      switch place {
      case .foreignKey(let table, let column, _): "\(table.quoted) AS d WHERE d.\(column.quoted) = \(key)"
      case .joinTable(let table, let column, _, _): "\(table.quoted) AS j WHERE j.\(column.quoted) = \(key)"
      }
    }

    private func attribute(_ name: String, of relationship: ResolvedRelationship) -> (sql: String, TableMapping)? {
      guard let destination = layout.model.entity(numbered: relationship.destinationNumber),
        let mapping = layout.mapping(ofEntity: destination.number), let field = destination.fieldNumber(of: name),
        destination.fields[field].attribute != nil
      else { return nil }
      return (mapping.columns[field].name.quoted, mapping)
    }

    private func root(_ relationship: ResolvedRelationship) -> Int? {
      layout.model.entity(numbered: relationship.destinationNumber)?.rootNumber
    }
  }
}
