/// Writes one linker symbol of Swift, with the substitutions that shorten what was written before.
///
/// The grammar is public (`docs/ABI/Mangling.rst` of the compiler); a test compares with the compiler's own symbols.
struct SymbolMangler {
  private var text: [UInt8] = Array("$s".utf8)
  /// What a later mention is replaced by: identifiers and types share one numbering.
  private var identifiers: [String: Int] = [:]
  private var types: [SymbolType: Int] = [:]
  private var words = SymbolWords()
  private var merging: Merging?

  /// Substitutions side by side are written as one.
  private struct Merging {
    var position: Int
    var size: Int
    var count: Int
    var isStandard: Bool
  }

  var symbol: String { String(decoding: text, as: UTF8.self) }

  mutating func append(_ operators: String) { text += operators.utf8 }

  // MARK: names

  mutating func append(module: String) {
    if module == "Swift" { append("s") } else { append(identifier: module) }
  }

  mutating func append(identifier: String) {
    if let index = identifiers[identifier] { return append(substitution: index) }
    identifiers[identifier] = identifiers.count + types.count
    words.write(identifier, to: &text)
  }

  /// The labels of a function: nothing without parameters, `y` where none has a label.
  mutating func append(labels: [String?]) {
    guard !labels.isEmpty else { return }
    guard labels.contains(where: { $0 != nil }) else { return append("y") }
    for label in labels {
      if let label { append(identifier: label) } else { append("_") }
    }
  }

  // MARK: types

  mutating func append(_ nominal: SymbolNominal) { append(.nominal(nominal)) }

  mutating func append(_ type: SymbolType) {
    if let index = types[type] { return append(substitution: index) }
    switch type {
    case .standard(let letter): return append(standard: letter)
    case .unit: return append("y")
    case .anyObject: return append("yXl")
    case .existential(let protocols): return append(protocols)
    case .metatype(let instance):
      append(instance)
      append("m")
    case .optional(let wrapped):
      append(wrapped)
      append("Sg")
    case .bound(let base, let arguments):
      append(base)
      append("y")
      for argument in arguments { append(argument) }
      append("G")
    case .nominal(let nominal):
      guard let last = nominal.path.last else { return append(module: nominal.module) }
      if let parent = nominal.parent { append(parent) } else { append(module: nominal.module) }
      if let module = last.extensionModule {
        append(module: module)
        append("E")
      }
      append(identifier: last.name)
      append(String(last.kind.rawValue))
    }
    types[type] = identifiers.count + types.count
  }

  /// A list of parameters: the type itself where there is one without a label.
  mutating func append(parameters: [SymbolType], labels: [String?]) {
    guard let first = parameters.first else { return append("y") }
    append(first)
    guard parameters.count > 1 || labels.contains(where: { $0 != nil }) else { return }
    append("_")
    for parameter in parameters.dropFirst() { append(parameter) }
    append("t")
  }

  private mutating func append(_ protocols: [SymbolProtocol]) {
    if protocols.isEmpty { append("y") }
    for (index, member) in protocols.enumerated() {
      switch member {
      case .standard(let letter): append(standard: letter)
      case .declared(let module, let name):
        append(module: module)
        append(identifier: name)
      }
      if index == 0 { append("_") }
    }
    append("p")
  }

  // MARK: substitutions

  private mutating func append(standard letter: Character) {
    guard let value = letter.asciiValue, !merge(value, isStandard: true) else { return }
    text += [UInt8(ascii: "S"), value]
  }

  private mutating func append(substitution index: Int) {
    guard index < 26 else { return append(index == 26 ? "A_" : "A\(index - 27)_") }
    let letter = UInt8(ascii: "A") + UInt8(index)
    guard !merge(letter, isStandard: false) else { return }
    text += [UInt8(ascii: "A"), letter]
  }

  /// `AB` after `AC` is written `AcB`, and one after itself `A2B`.
  private mutating func merge(_ letter: UInt8, isStandard: Bool) -> Bool {
    if var last = merging, last.isStandard == isStandard, last.count < 2048, text.count == last.position + last.size,
      let previous = text.last
    {
      if previous == letter {
        last.count += 1
        text.removeSubrange(last.position...)
        text += "\(last.count)".utf8
        text.append(letter)
        last.size = text.count - last.position
        merging = last
        return true
      }
      if !isStandard {
        last.position = text.count
        last.size = 1
        last.count = 1
        text[text.count - 1] = previous | 0x20
        text.append(letter)
        merging = last
        return true
      }
    }
    merging = Merging(position: text.count + 1, size: 1, count: 1, isStandard: isStandard)
    return false
  }
}
