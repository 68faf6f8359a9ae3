/// Turns the tree into text: two spaces, 120 columns, one argument a line where a line would be longer.
struct SourcePrinter {
  private var lines: [String] = []
  private let width: Int
  static let width = 120

  private init(width: Int = Self.width) { self.width = width }

  /// The lines of one type.
  static func lines(_ type: TypeDeclaration, width: Int) -> [String] {
    var printer = SourcePrinter(width: width)
    printer.print(type)
    return printer.lines
  }

  /// The lines of a macro or attribute at the top level.
  static func lines(_ use: MacroUse) -> [String] {
    var printer = SourcePrinter()
    printer.print(use, indent: "")
    return printer.lines
  }

  /// A list in one line, or with one element a line.
  static func list(_ open: String, _ elements: [String], _ close: String, indent: String) -> [String] {
    var printer = SourcePrinter()
    printer.print(open, elements, close, indent: indent)
    return printer.lines
  }

  static func text(_ file: SourceFile) -> String {
    var printer = SourcePrinter()
    printer.lines += file.header.map { "// " + $0 }
    printer.lines.append("")
    printer.lines += file.imports.map { "import " + $0 }
    printer.lines.append("")
    printer.print(file.type)
    return printer.lines.joined(separator: "\n") + "\n"
  }

  private mutating func print(_ type: TypeDeclaration) {
    for attribute in type.attributes { print(attribute, indent: "") }
    let inheritance = type.inheritance.isEmpty ? "" : ": " + type.inheritance.joined(separator: ", ")
    lines.append("\(type.keyword) \(type.name)\(inheritance) {")
    for expansion in type.expansions { print(expansion, indent: "  ") }
    var needsGap = !type.expansions.isEmpty
    var group: PropertyDeclaration.Group?
    for property in type.properties {
      if needsGap || (group != nil && group != property.group) { lines.append("") }
      needsGap = false
      group = property.group
      print(property)
    }
    if let initializer = type.initializer {
      if !type.properties.isEmpty || needsGap { lines.append("") }
      print(initializer)
    }
    lines.append("}")
  }

  private mutating func print(_ property: PropertyDeclaration) {
    for attribute in property.attributes { print(attribute, indent: "  ") }
    let value = property.initialValue.map { " = " + $0 } ?? ""
    lines.append("  var \(property.name): \(property.type)\(value)")
  }

  private mutating func print(_ use: MacroUse, indent: String) {
    guard !use.arguments.isEmpty else { return lines.append(indent + use.name) }
    print(indent + use.name + "(", use.arguments, ")", indent: indent)
  }

  private mutating func print(_ initializer: InitializerDeclaration) {
    let parameters = (initializer.inherited + initializer.own).map { "\($0.name): \($0.type)" }
    if initializer.own.isEmpty && !initializer.callsSuper { return lines.append("  init() {}") }
    // A subclass that adds nothing overrides its parent's init.
    let isOverride = initializer.callsSuper && initializer.own.isEmpty
    print((isOverride ? "  override init(" : "  init("), parameters, ") {", indent: "  ")
    for parameter in initializer.own { lines.append("    self.\(parameter.name) = \(parameter.name)") }
    if initializer.callsSuper {
      print("    super.init(", initializer.inherited.map { "\($0.name): \($0.name)" }, ")", indent: "    ")
    }
    lines.append("  }")
  }

  private mutating func print(_ open: String, _ elements: [String], _ close: String, indent: String) {
    let line = open + elements.joined(separator: ", ") + close
    if line.count <= width || elements.isEmpty { return lines.append(line) }
    lines.append(open)
    for (index, element) in elements.enumerated() {
      lines.append(indent + "  " + element + (index == elements.count - 1 ? "" : ","))
    }
    lines.append(indent + close)
  }
}
