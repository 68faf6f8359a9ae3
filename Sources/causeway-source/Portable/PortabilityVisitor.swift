import SourceModel
import SwiftSyntax

/// Finds what needs Objective-C in one file, outside of conditions that Linux does not meet.
final class PortabilityVisitor: SyntaxVisitor {
  private(set) var findings: [PortabilityFinding] = []
  private(set) var edits: [SourceEdit] = []
  private let path: String
  private let renamed: Set<String>
  private let locations: SourceLocationConverter

  /// - Parameter renamed: members that Objective-C knows by another name, over all files.
  init(path: String, tree: SourceFileSyntax, renamed: Set<String>) {
    self.path = path
    self.renamed = renamed
    locations = SourceLocationConverter(fileName: path, tree: tree)
    super.init(viewMode: .sourceAccurate)
    walk(tree)
  }

  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
    for clause in node.clauses {
      let value = clause.condition.map(ConditionValue.of) ?? .met
      if value != .unmet, let elements = clause.elements { walk(elements) }
      if value == .met { break }
    }
    return .skipChildren
  }

  override func visit(_ node: AttributeListSyntax) -> SyntaxVisitorContinueKind {
    let attributes = node.compactMap { $0.as(AttributeSyntax.self) }
      .filter { ["objc", "objcMembers"].contains($0.attributeName.trimmedDescription) }
    if !attributes.isEmpty { guardAttributes(attributes, of: node) }
    return .visitChildren
  }

  override func visit(_ node: DeclModifierSyntax) -> SyntaxVisitorContinueKind {
    if node.name.text == "optional" {
      report(
        node, .objc, hasEdit: false,
        "'optional' requirements exist in Objective-C's protocols only; give the requirement a default in an extension")
    }
    return .visitChildren
  }

  override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
    switch node.macroName.text {
    case "keyPath": replaceKeyPath(node)
    case "selector": guardSelector(node)
    default: break
    }
    return .visitChildren
  }

  // MARK: @objc

  /// Moves the attributes before the declaration, where a condition of their own leaves them out.
  private func guardAttributes(_ attributes: [AttributeSyntax], of list: AttributeListSyntax) {
    guard let declaration = list.parent, declaration.is(DeclSyntax.self), !declaration.is(AccessorDeclSyntax.self)
    else {
      // A condition cannot stand between accessors, and one around an attribute may be about something else.
      for attribute in attributes {
        report(
          attribute, .objc, hasEdit: false,
          "\(attribute.trimmedDescription) needs Objective-C, and no edit of this place keeps its meaning; "
            + "put '#if canImport(ObjectiveC)' around the whole declaration, and one without it behind '#else'")
      }
      return
    }
    for attribute in attributes {
      report(
        attribute, .objc, hasEdit: true,
        "\(attribute.trimmedDescription) needs Objective-C; '#if canImport(ObjectiveC)' around it keeps it there")
    }
    let start = declaration.positionAfterSkippingLeadingTrivia.utf8Offset
    let indent = Self.indentation(of: Syntax(declaration))
    let isLineStart = Self.beginsLine(Syntax(declaration))
    var text = isLineStart ? "" : "\n\(indent)"
    text += "#if canImport(ObjectiveC)\n"
    for attribute in attributes { text += indent + attribute.trimmedDescription + "\n" }
    text += "\(indent)#endif\n\(indent)"
    edits.append(SourceEdit(range: start..<start, text: text))
    for attribute in attributes {
      // With the space or line break behind it, and the next line's indentation.
      let begin = attribute.positionAfterSkippingLeadingTrivia.utf8Offset
      var end = attribute.endPositionBeforeTrailingTrivia.utf8Offset
      if let next = attribute.nextToken(viewMode: .sourceAccurate) {
        let between = attribute.trailingTrivia + next.leadingTrivia
        if between.pieces.allSatisfy(\.isWhitespace) { end = next.positionAfterSkippingLeadingTrivia.utf8Offset }
      }
      edits.append(SourceEdit(range: begin..<end, text: ""))
    }
  }

  private static func indentation(of node: Syntax) -> String {
    guard let token = node.firstToken(viewMode: .sourceAccurate) else { return "" }
    var current: TokenSyntax? = token
    while let token = current {
      if let text = lineIndentation(of: token) { return text }
      current = token.previousToken(viewMode: .sourceAccurate)
    }
    return ""
  }

  /// The blanks before a token that begins a line.
  private static func lineIndentation(of token: TokenSyntax) -> String? {
    let trivia = token.leadingTrivia.description
    if let newline = trivia.lastIndex(where: \.isNewline) {
      return String(trivia[trivia.index(after: newline)...].prefix { $0 == " " || $0 == "\t" })
    }
    return token.previousToken(viewMode: .sourceAccurate) == nil ? String(trivia.prefix { $0 == " " }) : nil
  }

  private static func beginsLine(_ node: Syntax) -> Bool {
    node.firstToken(viewMode: .sourceAccurate).map { lineIndentation(of: $0) != nil } ?? true
  }

  private static func endsLine(_ node: Syntax) -> Bool {
    guard let next = node.lastToken(viewMode: .sourceAccurate)?.nextToken(viewMode: .sourceAccurate) else {
      return true
    }
    return next.tokenKind == .endOfFile || lineIndentation(of: next) != nil
  }

  // MARK: #keyPath

  /// The text that the compiler makes of it: the properties without the type before them.
  private func replaceKeyPath(_ node: MacroExpansionExprSyntax) {
    let names = node.arguments.first?.expression.trimmedDescription.split(separator: ".").map(String.init) ?? []
    let properties = names.drop { $0.first?.isUppercase ?? false }
    let isPlain = properties.allSatisfy { name in name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } }
    if let other = properties.first(where: renamed.contains) {
      return report(
        node, .keyPath, hasEdit: false,
        "#keyPath needs Objective-C; \(other) has another name there, so write the key as text that both sides mean")
    }
    // Of several capitals the last may be a property.
    guard !properties.isEmpty, isPlain, names.count - properties.count <= 1, node.arguments.count == 1 else {
      return report(
        node, .keyPath, hasEdit: false,
        "#keyPath needs Objective-C; write the key as text, or use a key path (\\Type.name)")
    }
    let text = "\"" + properties.joined(separator: ".") + "\""
    report(node, .keyPath, hasEdit: true, "#keyPath needs Objective-C; its value is \(text)")
    edits.append(
      SourceEdit(
        range: node.positionAfterSkippingLeadingTrivia.utf8Offset..<node.endPositionBeforeTrailingTrivia.utf8Offset,
        text: text))
  }

  // MARK: #selector

  /// A statement that only calls something with it is left out elsewhere; whatever else uses one, people must decide.
  private func guardSelector(_ node: MacroExpansionExprSyntax) {
    var statement: CodeBlockItemSyntax?
    var parent = node.parent
    while let next = parent, statement == nil {
      statement = next.as(CodeBlockItemSyntax.self)
      parent = next.parent
    }
    guard let statement, statement.item.is(FunctionCallExprSyntax.self) || statement.item.is(ExprSyntax.self),
      Self.beginsLine(Syntax(statement)), Self.endsLine(Syntax(statement)), !isGuarded(statement)
    else {
      return report(
        node, .selector, hasEdit: false,
        "#selector needs Objective-C; use a closure or a notification, or put '#if canImport(ObjectiveC)' around its use"
      )
    }
    report(
      node, .selector, hasEdit: true,
      "#selector needs Objective-C; '#if canImport(ObjectiveC)' around the statement leaves it out elsewhere")
    let start = statement.positionAfterSkippingLeadingTrivia.utf8Offset
    let end = statement.endPositionBeforeTrailingTrivia.utf8Offset
    let edit = SourceEdit(
      range: start..<start, text: "#if canImport(ObjectiveC)\n" + Self.indentation(of: Syntax(statement)))
    guard !edits.contains(edit) else { return }
    edits.append(edit)
    edits.append(SourceEdit(range: end..<end, text: "\n\(Self.indentation(of: Syntax(statement)))#endif"))
  }

  private func isGuarded(_ statement: CodeBlockItemSyntax) -> Bool {
    // Of one expression alone the value may be what the code around returns.
    statement.parent?.as(CodeBlockItemListSyntax.self).map {
      $0.count == 1 && !($0.parent?.is(CodeBlockSyntax.self) ?? false)
    }
      ?? true
  }

  private func report(
    _ node: some SyntaxProtocol, _ kind: PortabilityFinding.Kind, hasEdit: Bool, _ message: String
  ) {
    let location = locations.location(for: node.positionAfterSkippingLeadingTrivia)
    findings.append(
      PortabilityFinding(
        path: path, line: location.line, column: location.column, kind: kind, message: message, hasEdit: hasEdit))
  }
}
