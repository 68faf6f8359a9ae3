import Foundation
package import SourceModel

/// `causeway-source accessors`: the file that gives `@NSManaged` members their accessors.
package struct AccessorsVerb {
  private var module = ""
  private var output: String?
  private var paths: [String] = []
  /// Modules that the target imports, whose sources tell their types.
  private var dependencies: [(module: String, path: String)] = []

  package static let usage =
    "usage: causeway-source accessors --module NAME [-o FILE] [--dependency NAME=DIR]… DIR|FILE…"

  package init(_ words: [String]) throws {
    var words = words[...]
    while let word = words.popFirst() {
      switch word {
      case "--module": module = try Self.value(of: word, &words)
      case "-o", "--output": output = try Self.value(of: word, &words)
      case "--dependency":
        let parts = try Self.value(of: word, &words).split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { throw SourceError("--dependency takes NAME=DIR") }
        dependencies.append((parts[0], parts[1]))
      default:
        guard !word.hasPrefix("-") else { throw SourceError("unknown option \(word); \(Self.usage)") }
        paths.append(word)
      }
    }
    guard !module.isEmpty, !paths.isEmpty else { throw SourceError(Self.usage) }
  }

  private static func value(of option: String, _ words: inout ArraySlice<String>) throws -> String {
    guard let value = words.popFirst() else { throw SourceError("\(option) takes a value; \(usage)") }
    return value
  }

  /// The file, and what could not be decided, one line each as compilers write it.
  package func run() throws -> (text: String, problems: [ManagedProblem]) {
    let units = try paths.flatMap { try Self.units(at: $0, module: module) }
    let others = try dependencies.flatMap { try Self.units(at: $0.path, module: $0.module) }
    let reader = ManagedReader(units, module: module, others: others, discriminator: SourceParsing.discriminator)
    let file = AccessorFile(reader, module: module)
    return (file.text, reader.problems + file.problems)
  }

  package func write(_ text: String) throws {
    guard let output else { return try FileHandle.standardOutput.write(contentsOf: Data(text.utf8)) }
    try Self.write(text, to: output)
  }

  /// A file whose text is the same stays untouched, so that nothing is compiled anew.
  static func write(_ text: String, to path: String) throws {
    let data = Data(text.utf8)
    if FileManager.default.contents(atPath: path) == data { return }
    do {
      try data.write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw SourceError("\(path): cannot be written")
    }
  }

  static func units(at path: String, module: String) throws -> [SourceUnit] {
    let url = URL(fileURLWithPath: path)
    var isFolder: ObjCBool = false
    _ = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    let sources = try SourceFolder(url).sources().map {
      // Reports name files as they were given.
      SourceText(name: isFolder.boolValue ? url.appendingPathComponent($0.name).path : path, text: $0.text)
    }
    return SourceParsing.units(sources, module: module)
  }
}
