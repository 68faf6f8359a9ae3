import SwiftSyntax

extension EntityReader {
  /// Reads what stands inside `#if`.
  ///
  /// Which clause counts is the compiler's to know, and macros are not told; so a stored property there would be missing
  /// in the model without a word. Methods, computed properties and initialisers are nothing to a model.
  mutating func read(_ condition: IfConfigDeclSyntax, into entity: inout SourceEntity) {
    let members = Self.members(of: condition)
    var found: [String] = []
    for member in members {
      if member.is(InitializerDeclSyntax.self) {
        entity.hasInitializer = true
      } else if let variable = member.as(VariableDeclSyntax.self), Self.isStored(variable) {
        let names = variable.bindings.map(\.pattern.trimmedDescription)
        for name in names where !entity.conditionalProperties.contains(name) {
          entity.conditionalProperties.append(name)
        }
        found += names.map { "'\($0)'" }
      } else if let macro = member.as(MacroExpansionDeclSyntax.self),
        ["Unique", "Index"].contains(macro.macroName.text)
      {
        entity.conditionalMacros.append(macro.macroName.text)
        found.append("'#\(macro.macroName.text)'")
      }
    }
    guard !found.isEmpty else { return }
    let subjects = found.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    problems.append(
      SourceProblem(
        .conditional, at: condition,
        "'@Model' cannot see which clause of '#if' counts: move \(subjects.joined(separator: ", ")) out of it,"
          + " or put the '#if' around whole classes"))
  }

  private static func isStored(_ variable: VariableDeclSyntax) -> Bool {
    let reader = PropertyReader(variable)
    if let unpersisted = reader.unpersisted { return unpersisted.reason == .transient && !isComputed(variable) }
    return reader.property != nil || !reader.problems.isEmpty
  }

  private static func isComputed(_ variable: VariableDeclSyntax) -> Bool {
    variable.bindings.allSatisfy { $0.accessorBlock != nil && $0.initializer == nil }
  }

  /// The members of all clauses, those of conditions inside them too.
  private static func members(of condition: IfConfigDeclSyntax) -> [DeclSyntax] {
    condition.clauses.flatMap { clause -> [DeclSyntax] in
      guard case .decls(let members)? = clause.elements else { return [] }
      return members.flatMap { member in
        member.decl.as(IfConfigDeclSyntax.self).map { Self.members(of: $0) } ?? [member.decl]
      }
    }
  }
}
