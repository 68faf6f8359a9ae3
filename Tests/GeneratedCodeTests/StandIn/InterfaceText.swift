/// The text of a module interface from the code blocks of a page.
struct InterfaceText {
  let text: String

  /// - Parameters:
  ///   - page: Markdown; blocks marked `swift` under headings that say "(checked)" are declarations.
  ///   - plugin: The module that the macros are in, in place of Apple's.
  init(page: String, plugin: String) {
    var lines = Self.head
    for block in Self.blocks(page) {
      var publisher = Publisher()
      lines += block.compactMap { publisher.publish($0) }
    }
    text = lines.joined(separator: "\n").replacing("module: \"SwiftDataMacros\"", with: "module: \"\(plugin)\"") + "\n"
  }

  private static let head = """
    // swift-interface-format-version: 1.0
    // swift-compiler-version: Swift version 6.3.1
    // swift-module-flags: -enable-library-evolution -swift-version 5 -module-name SwiftData
    @_exported import Observation
    import Foundation
    import Swift
    import _Concurrency
    public class UndoManager {}
    open class ValueTransformer {}
    extension PersistentModel { public init(backingData: any BackingData<Self>) }
    """.split(separator: "\n").map(String.init)

  private static func blocks(_ page: String) -> [[String]] {
    var blocks: [[String]] = []
    var (isChecked, isOpen) = (false, false)
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("## ") { isChecked = line.contains("(checked)") || line.contains("iOS 27") }
      if isOpen, line.hasPrefix("```") {
        isOpen = false
      } else if isOpen {
        blocks[blocks.count - 1].append(String(line))
      } else if isChecked, line == "```swift" {
        isOpen = true
        blocks.append([])
      }
    }
    return blocks
  }

  /// Writes `public` before the declarations that need it: all but a protocol's requirements, cases and extensions.
  private struct Publisher {
    /// The keywords of the declarations around the line.
    private var context: [String] = []

    mutating func publish(_ line: String) -> String? {
      let code = line.prefix(upTo: line.firstRange(of: " //")?.lowerBound ?? line.endIndex)
      guard let match = code.wholeMatch(of: /(\s*)((?:@\w+(?:\((?:[^()]|\([^()]*\))*\))?\s+)*)(.*?)\s*/),
        !match.3.isEmpty, !match.3.hasPrefix("//")
      else { return nil }
      var declaration = String(match.3)
      let keyword = declaration.firstMatch(of: /\b(protocol|class|struct|enum|extension)\b/).map { String($0.1) }
      if context.last != "protocol" {
        if let keyword, keyword != "protocol", declaration.hasSuffix("}") {
          declaration = declaration.replacing(
            /\{ (?=(static |final )?(typealias|var|func|init|struct)\b)/, with: "{ public ", maxReplacements: 1)
        }
        if declaration.prefixMatch(of: Self.published) != nil { declaration = "public " + declaration }
      }
      let depth = code.count { $0 == "{" } - code.count { $0 == "}" }
      if depth > 0 { context += Array(repeating: keyword ?? "", count: depth) }
      if depth < 0 { context.removeLast(min(-depth, context.count)) }
      return "\(match.1)\(match.2)\(declaration)"
    }

    // Unsafe only in name: a regex without transforms holds no state.
    nonisolated(unsafe) private static let published =
      /(final |static |convenience |required |override |nonisolated |mutating )*(class|struct|enum|protocol|func|var|let|init|subscript|typealias|macro)\b/
  }
}
