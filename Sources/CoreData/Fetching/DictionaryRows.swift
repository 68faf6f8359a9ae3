import Foundation
import FoundationAdditions
import QueryModel

/// The dictionaries of a fetch: properties and expressions of objects, or of groups of them.
struct DictionaryRows {
  let settings: FetchSettings
  let entity: NSEntityDescription

  private struct Column {
    let name: String
    let expression: FormatExpression
    let isAggregate: Bool
  }

  /// Whether limit and offset choose among the objects: where each is a dictionary of its own, and none is left out.
  func isWindowOfObjects() throws -> Bool {
    if !(settings.propertiesToGroupBy ?? []).isEmpty || settings.havingPredicate != nil { return false }
    return try !settings.returnsDistinctResults && !columns().contains(where: \.isAggregate)
  }

  func rows(of objects: [NSManagedObject]) throws -> [[String: Any]] {
    let columns = try columns()
    let groupKeys = (settings.propertiesToGroupBy ?? []).map { PropertyNames.name(of: $0) }
    var rows: [[String: Any]]
    if groupKeys.isEmpty, !columns.contains(where: \.isAggregate) {
      rows = try objects.map { try row(columns, of: $0) }
      if let having = settings.havingPredicate { rows = try rows.filter { try having.matches($0) } }
    } else {
      let groups = groupKeys.isEmpty ? [objects] : groups(of: objects, by: groupKeys)
      rows = try groups.compactMap { group in
        let row = try row(columns, group: group)
        return try isWanted(row, group) ? row : nil
      }
    }
    if settings.returnsDistinctResults {
      var seen: Set<NSDictionary> = []
      rows = rows.filter { seen.insert($0 as NSDictionary).inserted }
    }
    return rows
  }

  private func columns() throws -> [Column] {
    let properties: [Any] =
      settings.propertiesToFetch
      ?? EntityLayout.of(entity).properties.filter { !$0.isToMany }.map(\.name)
    return try properties.map { property in
      if let description = property as? NSExpressionDescription {
        guard let expression = description.expression else {
          throw CoreDataError.error(
            NSPersistentStoreOperationError, "The expression description \"\(description.name)\" has no expression.")
        }
        let tree = FormatObjects.tree(of: expression)
        return Column(name: description.name, expression: tree, isAggregate: isAggregate(tree))
      }
      let name = PropertyNames.name(of: property)
      let keys = name.split(separator: ".").map(String.init)
      guard let first = keys.first, entity.property(named: first) != nil || first == "objectID" else {
        throw CoreDataError.error(
          NSPersistentStoreOperationError, "The entity \(entity.name ?? "") has no property \"\(name)\" to fetch.")
      }
      return Column(name: name, expression: .path(.evaluatedObject, keys), isAggregate: false)
    }
  }

  /// A statistic over all rows: its argument leads to one value of each object.
  private func isAggregate(_ tree: FormatExpression) -> Bool {
    guard case .function(let name, let arguments) = tree,
      ["sum:", "count:", "min:", "max:", "average:", "median:", "mode:", "stddev:"].contains(name),
      arguments.count == 1
    else { return false }
    switch arguments[0] {
    case .evaluatedObject: return true
    case .path(.evaluatedObject, let names):
      var entity: NSEntityDescription? = entity
      for name in names {
        guard let relationship = entity?.property(named: name) as? NSRelationshipDescription else { break }
        if relationship.isToMany { return false }
        entity = relationship.destinationEntity
      }
      return true
    default: return false
    }
  }

  private func groups(of objects: [NSManagedObject], by keys: [String]) -> [[NSManagedObject]] {
    var places: [NSArray: Int] = [:]
    var groups: [[NSManagedObject]] = []
    for object in objects {
      let key = keys.map { object.value(forKeyPath: $0) ?? NSNull() } as NSArray
      if let place = places[key] {
        groups[place].append(object)
      } else {
        places[key] = groups.count
        groups.append([object])
      }
    }
    return groups
  }

  /// Whether a group is one that the request wants to have: the condition names columns, also as variables, and may compute
  /// statistics of the group that are no column.
  private func isWanted(_ row: [String: Any], _ group: [NSManagedObject]) throws -> Bool {
    guard let having = settings.havingPredicate else { return true }
    return try NSPredicate.object(computed(having.formatTree, row, group)).matches(row, substitutionVariables: row)
  }

  private func computed(
    _ condition: FormatPredicate, _ row: [String: Any], _ group: [NSManagedObject]
  ) throws -> FormatPredicate {
    switch condition {
    case .and(let parts): return .and(try parts.map { try computed($0, row, group) })
    case .or(let parts): return .or(try parts.map { try computed($0, row, group) })
    case .not(let part): return .not(try computed(part, row, group))
    case .comparison(var comparison):
      comparison.left = try computed(comparison.left, row, group)
      comparison.right = try computed(comparison.right, row, group)
      return .comparison(comparison)
    case .constant, .closure: return condition
    }
  }

  private func computed(
    _ expression: FormatExpression, _ row: [String: Any], _ group: [NSManagedObject]
  ) throws -> FormatExpression {
    if isAggregate(expression) { return .constant(FormatValue(try aggregate(expression, group))) }
    switch expression {
    case .function(let name, let arguments):
      return .function(name, try arguments.map { try computed($0, row, group) })
    case .path(.evaluatedObject, let names) where names.count > 1:
      // A column's name may be a path.
      return row[names.joined(separator: ".")].map { .constant(FormatValue($0)) } ?? expression
    default: return expression
    }
  }

  private func row(_ columns: [Column], of object: NSManagedObject) throws -> [String: Any] {
    var row: [String: Any] = [:]
    for column in columns {
      if let value = try value(column.expression, object) { row[column.name] = value }
    }
    return row
  }

  private func row(_ columns: [Column], group: [NSManagedObject]) throws -> [String: Any] {
    var row: [String: Any] = [:]
    for column in columns {
      if column.isAggregate {
        if let value = try aggregate(column.expression, group) { row[column.name] = value }
      } else if let first = group.first, let value = try value(column.expression, first) {
        row[column.name] = value
      }
    }
    return row
  }

  private func aggregate(_ tree: FormatExpression, _ group: [NSManagedObject]) throws -> Any? {
    guard case .function(let name, let arguments) = tree, let argument = arguments.first else { return nil }
    let values = try group.compactMap { try value(argument, $0) }.filter { !($0 is NSNull) }
    if name == "count:" { return NSNumber(value: values.count) }
    // Statistics of nothing are nil in SQL.
    if values.isEmpty { return name == "sum:" ? NSNumber(value: 0) : nil }
    let list = FormatExpression.constant(.collection(values.map { FormatValue($0) }))
    return try shown(FormatObjects.value(of: .function(name, [list]), on: nil))
  }

  private func value(_ expression: FormatExpression, _ object: NSManagedObject) throws -> Any? {
    if case .path(.evaluatedObject, let names) = expression {
      if names.count == 1 { return shown(names[0] == "self" ? object.objectID : object.value(forKey: names[0])) }
      return shown(object.value(forKeyPath: names.joined(separator: ".")))
    }
    if expression == .evaluatedObject { return object.objectID }
    return try shown(FormatObjects.value(of: expression, on: object))
  }

  /// Objects stand in dictionaries by their identifiers.
  private func shown(_ value: Any?) -> Any? {
    switch value {
    case let object as NSManagedObject: object.objectID
    case is NSNull: nil
    default: value
    }
  }
}
