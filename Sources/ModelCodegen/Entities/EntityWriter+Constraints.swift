import ModelDescription

extension EntityWriter {
  /// `#Unique`, one array for each constraint.
  mutating func uniqueExpansion(_ className: String) -> MacroUse? {
    var arguments: [String] = []
    for constraint in entity.uniquenessConstraints {
      if let paths = keyPaths(of: constraint, .uniqueness, "the constraint over") { arguments.append(paths) }
    }
    return arguments.isEmpty ? nil : MacroUse(name: "#Unique<\(className)>", arguments: arguments)
  }

  /// `#Index`: fetch indexes, and the "Indexed" checkbox and compound indexes of older models.
  mutating func indexExpansion(_ className: String) -> MacroUse? {
    var arguments: [(isRTree: Bool, paths: String)] = []
    for index in entity.indexes {
      if let argument = argument(for: index) { arguments.append(argument) }
    }
    for attribute in entity.attributes where attribute.isIndexed {
      if let paths = keyPaths(of: [attribute.name], .index, "the index over") { arguments.append((false, paths)) }
    }
    for compound in entity.compoundIndexes {
      if let paths = keyPaths(of: compound, .index, "the index over") { arguments.append((false, paths)) }
    }
    guard !arguments.isEmpty else { return nil }
    let needsKinds = arguments.contains { $0.isRTree }
    var seen: Set<String> = []
    let texts = arguments.map { argument in
      needsKinds ? (argument.isRTree ? ".rtree(" : ".binary(") + argument.paths + ")" : argument.paths
    }
    return MacroUse(name: "#Index<\(className)>", arguments: texts.filter { seen.insert($0).inserted })
  }

  private mutating func argument(for index: FetchIndexDescription) -> (isRTree: Bool, paths: String)? {
    let title = "the index \(index.name)"
    if let predicate = index.partialPredicate {
      report(.index, .unsaid, "\(title) covers only objects with \(predicate), which SwiftData cannot say; left out")
      return nil
    }
    if let expression = index.elements.compactMap(\.expression).first {
      report(.index, .unsaid, "\(title) is over the expression \(expression), which SwiftData cannot say; left out")
      return nil
    }
    let kinds = Set(index.elements.map(\.kind))
    guard kinds.count == 1, let kind = kinds.first else {
      report(.index, .unsaid, "\(title) has \(kinds.isEmpty ? "no elements" : "elements of both kinds"); left out")
      return nil
    }
    guard let paths = keyPaths(of: index.elements.compactMap(\.propertyName), .index, "\(title) over") else {
      return nil
    }
    report(.index, .note, "SwiftData gives \(title) a name of its own")
    for element in index.elements where !element.isAscending {
      report(.index, .unsaid, "\(title) is descending by \(element.propertyName ?? ""); SwiftData has no order for it")
    }
    return (kind == .rTree, paths)
  }

  private mutating func keyPaths(of names: [String], _ topic: Finding.Topic, _ title: String) -> String? {
    var paths: [String] = []
    for name in names {
      guard let swiftName = context.swiftName(of: name, in: entity.name) else {
        report(topic, .unsaid, "\(title) \(names.joined(separator: ", ")): the class has no property \(name); left out")
        return nil
      }
      paths.append("\\." + swiftName)
    }
    return paths.isEmpty ? nil : "[\(paths.joined(separator: ", "))]"
  }
}
