import Foundation
import TestKit
import Testing

/// The client sources of this folder mention every public name of the module.
@Suite struct DeclarationTests {
  @Test func everyPublicNameIsMentioned() throws {
    let client = try Self.sources(of: "Tests/CoreDataTests/Client").joined(separator: "\n")
    let words = Set(client.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init))
    let names = try Self.publicNames()
    let missing = names.filter { !words.contains($0) }.sorted()
    print("public names of CoreData that the client mentions: \(names.count - missing.count) of \(names.count)")
    #expect(missing == [])
    #expect(names.count > 400)
  }

  /// The names that `public` and `open` declarations of the module introduce; former error names are left out.
  private static func publicNames() throws -> Set<String> {
    let modifiers: Set<String> = [
      "public", "open", "static", "class", "final", "convenience", "override", "required", "indirect",
    ]
    let kinds: Set<String> = ["var", "let", "func", "class", "struct", "enum", "typealias", "protocol"]
    var names: Set<String> = []
    for source in try sources(of: "Sources/CoreData") {
      let lines = source.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      var isPublicEnum = false
      for (index, line) in lines.enumerated() {
        if line == "}" { isPublicEnum = false }
        let words = line.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
        if words.first == "case", isPublicEnum, words.count > 1, !line.hasSuffix(":") { names.insert(words[1]) }
        guard let first = words.first, ["public", "open"].contains(first) else { continue }
        if index > 0, lines[index - 1].contains("renamed:") { continue }
        // `class` is a modifier before `func` and `var`, and a kind before a name.
        guard let position = words.indices.first(where: { kinds.contains(words[$0]) && !isModifier(words, $0) }),
          position + 1 < words.count, words[..<position].allSatisfy({ modifiers.contains($0) })
        else { continue }
        if words[position] == "enum" { isPublicEnum = true }
        let name = words[position + 1]
        if !["==", "hash", "isEqual", "copy", "encode", "rawValue", "description", "init"].contains(name) {
          names.insert(name)
        }
      }
    }
    return names
  }

  private static func isModifier(_ words: [String], _ index: Int) -> Bool {
    words[index] == "class" && index + 1 < words.count && ["func", "var", "let"].contains(words[index + 1])
  }

  private static func sources(of folder: String) throws -> [String] {
    let url = SharedMaterial.packageRoot.appendingPathComponent(folder)
    let files = FileManager.default.enumerator(at: url, includingPropertiesForKeys: nil)?.allObjects as? [URL] ?? []
    return try files.filter { $0.pathExtension == "swift" && $0.lastPathComponent != "DeclarationTests.swift" }
      .map { try String(contentsOf: $0, encoding: .utf8) }
  }
}
