import Foundation
import TestKit
import Testing

/// What Apple's module declares is declared here too, or `Documentation/Coverage/CoreData.md` says that it is not.
@Suite struct ApplesDeclarationTests {
  /// Foundation's own on Linux, or deprecated there; `ClientFoundation.swift` uses what is needed of them.
  private static let foundation: Set<String> = [
    "NSPredicate", "NSComparisonPredicate", "NSCompoundPredicate", "NSExpression", "NSSortDescriptor",
  ]
  /// What the compiler makes by itself, or classes inherit.
  private static let implied = [
    "hash(into:)", "hashValue", "==(a:b:)", "RawValue", "rawValue", "init(rawValue:)", "NSFetchRequest.affectedStores",
  ]

  @Test(.enabled(if: SharedMaterial.isPresent)) func everyDeclarationIsThereOrSaidToBeMissing() throws {
    let page = try String(contentsOf: SharedMaterial.url("api/COREDATA_API.md"), encoding: .utf8)
    let names = ApplesDeclarations(page).names.filter { name in
      !Self.foundation.contains(Self.owner(of: name)) && !Self.implied.contains { name.hasSuffix($0) }
    }
    try #require(names.count > 700)
    let built = try BuiltPackage()
    let declared = try ["CoreData", "FoundationAdditions"].reduce(into: Set<String>()) {
      try $0.formUnion(built.publicDeclarations(of: $1))
    }
    let listed = try Self.listed()
    var unsaid: [String] = []
    var counts = (declared: 0, listed: 0)
    for name in names {
      if declared.contains(name) {
        counts.declared += 1
      } else if listed[Self.owner(of: name)].map({ $0.contains("all") || $0.contains(Self.member(of: name)) }) ?? false
      {
        counts.listed += 1
      } else {
        unsaid.append(name)
      }
    }
    #expect(unsaid.isEmpty, "neither declared nor said to be missing: \(unsaid.joined(separator: "\n"))")
    let all = Set(names)
    let stale = listed.flatMap { owner, members in
      members.filter { $0 != "all" && (!all.contains("\(owner).\($0)") || declared.contains("\(owner).\($0)")) }
        .map { "\(owner).\($0)" }
    }
    if !stale.isEmpty { print("Apple's declarations: no longer missing: \(stale.sorted().joined(separator: ", "))") }
    print(
      "Apple's declarations: \(counts.declared) of \(names.count) are declared, \(counts.listed) said to be missing")
  }

  private static func owner(of name: String) -> String {
    String(name.prefix { $0 != "." && $0 != "(" })
  }

  private static func member(of name: String) -> String { String(name.drop { $0 != "." }.dropFirst()) }

  /// The table of what is not declared: members by type, or `all`.
  private static func listed() throws -> [String: Set<String>] {
    let url = SharedMaterial.packageRoot.appendingPathComponent("Documentation/Coverage/CoreData.md")
    let page = try String(contentsOf: url, encoding: .utf8)
    let section = try #require(page.components(separatedBy: "\n## ").first { $0.hasPrefix("What is not declared") })
    var rows: [String: Set<String>] = [:]
    for line in section.split(separator: "\n") where line.hasPrefix("| `") {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count >= 2 else { continue }
      func names(_ cell: String) -> [String] {
        cell.matches(of: /`([^`]+)`/).map { String($0.1) }
      }
      for type in names(cells[0]) { rows[type, default: []].formUnion(cells[1] == "all" ? ["all"] : names(cells[1])) }
    }
    return rows
  }
}
