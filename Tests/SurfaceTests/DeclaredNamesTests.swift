import Foundation
import TestKit
import Testing

/// What Apple's module declares is mentioned by a client source, so that it compiles, or stands in
/// `Documentation/Coverage/SwiftData.md`, which says what is not declared and what no source writes.
@Suite struct DeclaredNamesTests {
  @Test(.enabled(if: SharedMaterial.isPresent, "no listing of Apple's declarations beside the package"))
  func everyNameIsInAClientOrInTheTable() throws {
    let listing = try String(contentsOf: SharedMaterial.url("api/SWIFTDATA_API.md"), encoding: .utf8)
    let names = Self.names(in: listing)
    try #require(names.count > 290)
    let root = SharedMaterial.packageRoot
    let folder = root.appendingPathComponent("Tests/SurfaceTests/Client")
    let sources = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "swift" }.map { try String(contentsOf: $0, encoding: .utf8) }
    let mentioned = Set(sources.flatMap { $0.matches(of: /\w+/).map { String($0.output) } })
    let table = try String(
      contentsOf: root.appendingPathComponent("Documentation/Coverage/SwiftData.md"), encoding: .utf8)
    // What the table lists word for word, beside what works.
    let listed = Set(
      table.split(separator: "\n").filter { $0.hasPrefix("| ") && !$0.contains("| works |") }
        .flatMap { $0.matches(of: /`[^`]*`/).flatMap { $0.output.matches(of: /\w+/).map { String($0.output) } } })
    let unmentioned = names.subtracting(mentioned)
    #expect(unmentioned.subtracting(listed).sorted() == [], "neither in a client nor in the table")
    print(
      "Apple's declarations of SwiftData: \(names.intersection(mentioned).count) of \(names.count) names are in a client,"
        + " \(unmentioned.count) in the table: \(unmentioned.sorted().joined(separator: ", "))")
  }

  /// The names that the code blocks declare, and those that the list of versions has beside.
  private static func names(in listing: String) -> Set<String> {
    var names: Set<String> = []
    var isCode = false
    for line in listing.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isCode = line == "```swift"
      } else if isCode {
        let code = line.components(separatedBy: "//")[0]
        let declaration =
          /\b(?:class|struct|enum|protocol|typealias|var|let|func|case|macro|associatedtype) (`?\w+`?)/
        names.formUnion(code.matches(of: declaration).map { $0.output.1.filter { $0 != "`" } })
        // `case a, b, c` declares them all.
        if let list = code.firstMatch(of: /^\s*case (.*)/) {
          names.formUnion(
            list.output.1.split(separator: ",").compactMap { $0.firstMatch(of: /\w+/) }.map { String($0.output) })
        }
      } else if line.hasPrefix("- 27.0 added") {
        names.formUnion(line.matches(of: /`\w+\.(\w+)/).map { String($0.output.1) })
      }
    }
    // `class func` and the like.
    return names.subtracting(["func", "var", "let"])
  }
}
