import Foundation
import ModelFiles

/// The helper that reads the model classes of a folder for `causeway check --swift`.
@main struct Main {
  static func main() {
    let words = CommandLine.arguments.dropFirst()
    guard let folder = words.first, words.count == 1, !folder.hasPrefix("-") else {
      fail("usage: causeway-source DIR (prints the model that the @Model classes of a folder declare, as JSON)")
    }
    do {
      let resolver = SourceResolver(sources: try SourceFolder(URL(fileURLWithPath: folder)).sources())
      let document = SourceModelDocument(
        model: resolver.model, findings: resolver.findings, computedDefaults: resolver.computedDefaults)
      try FileHandle.standardOutput.write(contentsOf: document.data() + Data("\n".utf8))
    } catch {
      fail("\(error)")
    }
  }

  private static func fail(_ line: String) -> Never {
    FileHandle.standardError.write(Data((line + "\n").utf8))
    exit(2)
  }
}
