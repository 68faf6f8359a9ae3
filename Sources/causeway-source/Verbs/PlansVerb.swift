import Foundation
import SwiftParser
import SwiftSyntax

/// `causeway-source plans DIR`: the migration plans that a folder's files declare, as a JSON list of their names.
package struct PlansVerb {
  private let folder: URL

  package static let usage = "usage: causeway-source plans DIR"

  package init(_ words: [String]) throws {
    guard let path = words.first, words.count == 1, !path.hasPrefix("-") else { throw SourceError(Self.usage) }
    folder = URL(fileURLWithPath: path)
  }

  package func run() throws -> String {
    let plans = DeclaredPlans()
    for source in try SourceFolder(folder).sources() { plans.walk(Parser.parse(source: source.text)) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(plans.names), as: UTF8.self)
  }
}
