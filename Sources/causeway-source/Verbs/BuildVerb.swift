import Foundation
import ModelCodegen
import ModelDescription
import ModelFiles
package import SourceModel

/// `causeway-source build`: what the build plugin asks for, all of a target in one run.
///
/// Writes the models' classes and the models themselves into one file, the accessors of `@NSManaged` into another.
package struct BuildVerb {
  private var module = ""
  private var folder = ""
  private var models: [String] = []
  private var sources: [String] = []
  private var dependencies: [(module: String, path: String)] = []

  package static let usage =
    "usage: causeway-source build --module NAME -o DIR [--model MODEL]… [--dependency NAME=DIR]… [FILE]…"

  package static let fileNames = ["DataModel.swift", "ManagedAccessors.swift"]

  package init(_ words: [String]) throws {
    var words = words[...]
    func value(_ option: String) throws -> String {
      guard let value = words.popFirst() else { throw SourceError("\(option) takes a value; \(Self.usage)") }
      return value
    }
    while let word = words.popFirst() {
      switch word {
      case "--module": module = try value(word)
      case "-o", "--output": folder = try value(word)
      case "--model": models.append(try value(word))
      case "--dependency":
        let parts = try value(word).split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { throw SourceError("--dependency takes NAME=DIR") }
        dependencies.append((parts[0], parts[1]))
      default:
        guard !word.hasPrefix("-") else { throw SourceError("unknown option \(word); \(Self.usage)") }
        sources.append(word)
      }
    }
    guard !module.isEmpty, !folder.isEmpty else { throw SourceError(Self.usage) }
  }

  /// The two files, in the order of `fileNames`, and what could not be decided.
  package func run() throws -> (texts: [String], problems: [ManagedProblem]) {
    let generated = try classes()
    let units =
      try sources.flatMap { try AccessorsVerb.units(at: $0, module: module) }
      + SourceParsing.units([SourceText(name: Self.fileNames[0], text: generated)], module: module)
    let others = try dependencies.flatMap { try AccessorsVerb.units(at: $0.path, module: $0.module) }
    let reader = ManagedReader(units, module: module, others: others, discriminator: SourceParsing.discriminator)
    let file = AccessorFile(reader, module: module)
    return ([generated, file.text], reader.problems + file.problems)
  }

  package func write(_ texts: [String]) throws {
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw SourceError("\(folder): cannot be made")
    }
    for (name, text) in zip(Self.fileNames, texts) {
      try AccessorsVerb.write(text, to: URL(fileURLWithPath: folder).appendingPathComponent(name).path)
    }
  }

  /// Classes and registration of every model, as one file.
  private func classes() throws -> String {
    var parts = [
      "// The classes of this target's models, and the models. Generated with every build; do not edit.", "",
    ]
    guard !models.isEmpty else { return parts.joined(separator: "\n") + "\n" }
    parts += ["#if !canImport(ObjectiveC)", "public import CoreData", ""]
    var classes: [String: String] = [:]
    for path in models.sorted() {
      let bundle = try ModelFiles.load(URL(fileURLWithPath: path))
      let version = try bundle.version()
      let code = try generated(version)
      for file in code.files {
        if let other = classes.updateValue(path, forKey: file.name) {
          throw SourceError("\(path): error: \(file.name) would be generated for \(other) too; set one to manual")
        }
        parts += Self.body(of: file.text) + [""]
      }
      parts += try registration(of: version, named: bundleName(path))
    }
    parts += ["#endif"]
    return parts.joined(separator: "\n") + "\n"
  }

  private func generated(_ version: ModelBundle.Version) throws -> GeneratedCode {
    do {
      return try ManagedClassGenerator(version.model, title: version.name, style: .computed).generate(bySetting: true)
    } catch {
      throw SourceError("\(version.path): error: \(error)")
    }
  }

  private func bundleName(_ path: String) -> String {
    URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
  }

  /// Without the imports, which the file has once.
  private static func body(of text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      .filter { !$0.hasPrefix("public import ") }
  }

  private func registration(of version: ModelBundle.Version, named name: String) throws -> [String] {
    let model = try ResolvedModel(ManagedClassModule(module).applied(to: version.model))
    let bytes = CompiledModel.write(model).base64EncodedString()
    let literal = name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    let identifier = name.unicodeScalars.map { $0.properties.isXIDContinue ? String($0) : "_" }.joined()
    return [
      "@section(\".init_array\") @used", "private let __modelNamed\(identifier): @convention(c) () -> Void = {",
      "  __CompiledModels.add(name: \"\(literal)\", module: \"\(module)\") {",
      "    Data(base64Encoded: \"\(bytes)\") ?? Data()", "  }", "}", "",
    ]
  }
}
