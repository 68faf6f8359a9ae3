import ModelDescription

extension AuthoredMapping {
  /// What the mapping does, a line each; those of a property are indented.
  package var lines: [String] {
    var lines = entities.flatMap(\.lines)
    lines += leftBehind.map { "\($0.name): no entity mapping takes its objects; they stay behind" }
    let made = Set(entities.compactMap(\.destination?.name))
    for entity in destination.entities where !entity.description.isAbstract && !made.contains(entity.name) {
      lines.append("\(entity.name): no entity mapping makes any; it begins empty")
    }
    return lines
  }
}

extension AuthoredEntityMapping {
  fileprivate var lines: [String] {
    let what =
      switch (source?.name, destination?.name) {
      case (let old?, let new?): old == new ? "each \(old) is made anew" : "each \(old) makes one \(new)"
      case (nil, let new?): "\(new) begins empty"
      case (let old?, nil): "no \(old) is kept"
      case (nil, nil): "nothing"
      }
    let filter = sourceFilter.map { ", where \($0)" } ?? sourceExpression.map { ", of \($0.words)" } ?? ""
    let policy = policyClassName.map { ", by the policy \($0)" } ?? ""
    guard source != nil, destination != nil else { return ["\(name): \(what)\(policy)"] }
    return ["\(name): \(what)\(filter)\(policy)"]
      + (attributes + relationships).map { "  \($0.name): \($0.expression?.words ?? "no value")" }
  }
}
