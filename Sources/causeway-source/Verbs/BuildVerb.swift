import Foundation
import ModelCodegen
import ModelDescription
import ModelEvolution
import ModelFiles
package import SourceModel

/// `causeway-source build`: what the build plugin asks for, all of a target in one run.
///
/// Writes the models' classes and the models themselves into one file, the accessors of `@NSManaged` into another.
package struct BuildVerb {
  private var module = ""
  private var folder = ""
  private var models: [String] = []
  private var mappings: [String] = []
  private var sources: [String] = []
  private var dependencies: [(module: String, path: String)] = []

  package static let usage =
    "usage: causeway-source build --module NAME -o DIR [--model MODEL]… [--mapping MAPPING]…"
    + " [--dependency NAME=DIR]… [FILE]…"

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
      case "--mapping": mappings.append(try value(word))
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
    var (classes, registrations): ([String], [String]) = ([], [])
    var owners: [String: String] = [:]
    for path in models.sorted() {
      let version = try ModelFiles.load(URL(fileURLWithPath: path)).version()
      let code = try Self.classes(of: version)
      for file in code.files {
        if let other = owners.updateValue(path, forKey: file.name) {
          throw SourceError("\(path): error: \(file.name) would be generated for \(other) too; set one to manual")
        }
        classes += Self.body(of: file.text) + [""]
      }
      registrations += try registration(of: version, named: bundleName(path))
    }
    registrations += try mappings.sorted().flatMap { try registration(ofMapping: $0) }
    let generated = Self.file(classes + registrations)
    // The models' bytes hold no declaration, and are long.
    let units =
      try sources.flatMap { try AccessorsVerb.units(at: $0, module: module) }
      + SourceParsing.units(
        [SourceText(name: Self.fileNames[0], text: classes.joined(separator: "\n"))], module: module)
    let others = try dependencies.flatMap(Self.units)
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

  private static func file(_ lines: [String]) -> String {
    var parts = [
      "// The classes of this target's models, and the models. Generated with every build; do not edit.", "",
    ]
    if !lines.isEmpty { parts += ["#if !canImport(ObjectiveC)", "public import CoreData", ""] + lines + ["#endif"] }
    return parts.joined(separator: "\n") + "\n"
  }

  /// The sources of a module that the target imports; of a model, the classes that its own build generates.
  private static func units(of module: String, at path: String) throws -> [SourceUnit] {
    guard path.hasSuffix(".xcdatamodeld") || path.hasSuffix(".xcdatamodel") else {
      return try AccessorsVerb.units(at: path, module: module)
    }
    let code = try classes(of: ModelFiles.load(URL(fileURLWithPath: path)).version())
    return SourceParsing.units(code.files.map { SourceText(name: $0.name, text: $0.text) }, module: module)
  }

  private static func classes(of version: ModelBundle.Version) throws -> GeneratedCode {
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
    return registration(of: CompiledModel.write(model), named: name, constant: "model", call: "add")
  }

  /// A mapping model is completed here, so that what is wrong with it is an error of the build.
  private func registration(ofMapping path: String) throws -> [String] {
    let file = try MappingModelFile.load(URL(fileURLWithPath: path))
    do {
      _ = try AuthoredMapping(file.description)
      return registration(
        of: try MappingModelWriter.write(file.description), named: file.name, constant: "mapping", call: "addMapping")
    } catch {
      throw SourceError("\(path): error: \(error)")
    }
  }

  private func registration(of data: Data, named name: String, constant: String, call: String) -> [String] {
    let literal = name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    let identifier = name.unicodeScalars.map { $0.properties.isXIDContinue ? String($0) : "_" }.joined()
    return [
      "@section(\".init_array\") @used",
      "private let __\(constant)Named\(identifier): @convention(c) () -> Void = {",
      "  __CompiledModels.\(call)(name: \"\(literal)\", module: \"\(module)\") {",
      "    Data(base64Encoded: \"\(data.base64EncodedString())\") ?? Data()", "  }", "}", "",
    ]
  }
}
