import Foundation
import ModelCodegen
import TestKit

/// A program of generated classes that opens a store and reads every object and property in it.
///
/// It registers what the generator's report says that a program has to: a transformer for each name.
struct GeneratedProgram {
  private let files: GeneratedFiles
  private let program: URL

  /// - Parameter library: Made by `BuiltPackage.makeLibrary`.
  init(_ files: GeneratedFiles, library: URL) throws {
    self.files = files
    program = files.folder.file("program")
    let main = files.folder.file("_Program.swift")
    try Data(Self.text(files.code).utf8).write(to: main)
    let folder = library.deletingLastPathComponent().path
    let name = library.deletingPathExtension().lastPathComponent.dropFirst(3)
    let made = try SwiftCompiler.build(
      files.urls + [main], into: program,
      arguments: BuiltPackage().importArguments
        + ["-parse-as-library", "-L", folder, "-l\(name)", "-Xlinker", "-rpath", "-Xlinker", folder])
    guard made.isFine else { throw BuiltPackage.Missing(what: "the program does not compile: \(made.output)") }
  }

  struct Outcome {
    let isFine: Bool
    /// Objects by entity.
    let counts: [String: Int]
    let output: String
  }

  func run(_ store: URL) throws -> Outcome {
    let run = try Subprocess([program.path, store.path]).run()
    var counts: [String: Int] = [:]
    for line in run.output.split(separator: "\n") {
      let words = line.split(separator: "\t")
      if words.count == 2, let count = Int(words[1]) { counts[String(words[0])] = count }
    }
    return Outcome(isFine: run.isFine, counts: counts, output: run.output)
  }

  /// Names of modules are written out: a generated class may be called `Schema` or `URL`.
  private static func text(_ code: GeneratedCode) -> String {
    let classes = code.files.compactMap { file in file.entityName.map { (entity: $0, text: file.text) } }
    let names = classes.map { className(in: $0.text) ?? $0.entity }
    let fetches = zip(classes, names).map { type, name in
      let reads = properties(in: type.text).map { "      _ = object.\($0)\n" }.joined()
      return """
            let objects = try context.fetch(SwiftData.FetchDescriptor<\(name)>())
            for object in objects {
        \(reads)      _ = object.persistentModelID
            }
            Swift.print("\(type.entity)\\t\\(objects.count)")
        """
    }
    return """
      import Foundation
      import SwiftData

      /// In place of the application's own: keeps the bytes, and reads them as an object that holds them.
      final class _Transformer: ValueTransformer {
        override func transformedValue(_ value: Any?) -> Any? { (value as? NSDictionary)?["bytes"] }
        override func reverseTransformedValue(_ value: Any?) -> Any? {
          (value as? Foundation.Data).map { NSDictionary(object: $0, forKey: NSString(string: "bytes")) }
        }
      }

      @main struct _Program {
        static func main() throws {
      \(transformers(code).map {
        "    ValueTransformer.setValueTransformer(_Transformer(), forName: NSValueTransformerName(\"\($0)\"))"
      }.joined(separator: "\n"))
          let schema = SwiftData.Schema([\(names.map { "\($0).self" }.joined(separator: ", "))])
          let configuration = SwiftData.ModelConfiguration(
            url: Foundation.URL(fileURLWithPath: Swift.CommandLine.arguments[1]), migrates: .never)
          let container = try SwiftData.ModelContainer(for: schema, configurations: configuration)
          let context = SwiftData.ModelContext(container)
      \(fetches.map { "    do {\n\($0)\n    }" }.joined(separator: "\n"))
        }
      }

      """
  }

  /// The names that the report says to register.
  private static func transformers(_ code: GeneratedCode) -> [String] {
    code.findings.compactMap { "\($0)".firstMatch(of: #/NSValueTransformerName\("([^"]+)"\)/#).map { String($0.1) } }
  }

  private static func className(in text: String) -> String? {
    text.firstMatch(of: #/(?m)^(?:final )?class ([^ :]+)/#).map { String($0.1) }
  }

  private static func properties(in text: String) -> [String] {
    text.matches(of: #/(?m)^  var (`[^`]+`|\w+): /#).map { String($0.1) }
  }
}
