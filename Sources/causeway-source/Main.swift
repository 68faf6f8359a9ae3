import Foundation
import ModelFiles
import SourceModel

/// The helper that reads Swift source: model classes for `causeway check --swift`, `@NSManaged` for the build plugin.
@main struct Main {
  static func main() {
    let words = Array(CommandLine.arguments.dropFirst())
    do {
      switch words.first {
      case "build": try build(Array(words.dropFirst()))
      case "portable":
        try FileHandle.standardOutput.write(
          contentsOf: Data((PortableVerb(Array(words.dropFirst())).run() + "\n").utf8))
      case "plans":
        try FileHandle.standardOutput.write(
          contentsOf: Data((PlansVerb(Array(words.dropFirst())).run() + "\n").utf8))
      case "accessors": try accessors(Array(words.dropFirst()))
      case let folder? where words.count == 1 && !folder.hasPrefix("-"): try model(of: folder, schema: nil)
      case let folder? where words.count == 3 && words[1] == "--schema": try model(of: folder, schema: words[2])
      default:
        throw SourceError(
          "usage: causeway-source DIR [--schema NAME] (prints the model that the @Model classes of a folder, or of one of its"
            + " VersionedSchema types, declare, as JSON)\n"
            + AccessorsVerb.usage + "\n" + BuildVerb.usage + "\n" + PortableVerb.usage + "\n" + PlansVerb.usage)
      }
    } catch {
      fail("\(error)")
    }
  }

  private static func model(of folder: String, schema: String?) throws {
    let sources = try SourceFolder(URL(fileURLWithPath: folder)).sources()
    let resolver: SourceResolver
    do {
      resolver =
        try schema.map { try SourceResolver(sources: sources, schema: $0) } ?? SourceResolver(sources: sources)
    } catch {
      throw SourceError("\(folder): \(error)")
    }
    let document = SourceModelDocument(
      model: resolver.model, findings: resolver.findings, computedDefaults: resolver.computedDefaults,
      schemas: resolver.schemas)
    try FileHandle.standardOutput.write(contentsOf: document.data() + Data("\n".utf8))
  }

  private static func accessors(_ words: [String]) throws {
    let verb = try AccessorsVerb(words)
    let (text, problems) = try verb.run()
    if !problems.isEmpty { fail(problems.map(\.description).joined(separator: "\n")) }
    try verb.write(text)
  }

  private static func build(_ words: [String]) throws {
    let verb = try BuildVerb(words)
    let (texts, problems) = try verb.run()
    if !problems.isEmpty { fail(problems.map(\.description).joined(separator: "\n")) }
    try verb.write(texts)
  }

  private static func fail(_ line: String) -> Never {
    FileHandle.standardError.write(Data((line + "\n").utf8))
    exit(2)
  }
}
