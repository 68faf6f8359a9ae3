package import Foundation
import SourceModel
import SwiftParser
import SwiftSyntax

/// What of a folder's sources needs Objective-C, and the sources with the edits made.
package struct Portability {
  package private(set) var findings: [PortabilityFinding] = []
  /// Files that an edit changes, by the path below the folder.
  package private(set) var edited: [SourceText] = []

  package init(_ sources: [SourceText]) {
    let trees = sources.map { Parser.parse(source: $0.text) }
    let renamed = trees.reduce(into: Set<String>()) { $0.formUnion(RenamedMembers(in: $1).names) }
    for (source, tree) in zip(sources, trees) {
      let visitor = PortabilityVisitor(path: source.name, tree: tree, renamed: renamed)
      findings += visitor.findings
      guard !visitor.edits.isEmpty else { continue }
      let text = SourceEdit.apply(visitor.edits, to: source.text)
      // An edit must leave a file that parses; where it was broken before, nothing is touched.
      guard !tree.hasError, !Parser.parse(source: text).hasError else {
        for index in findings.indices where findings[index].path == source.name { findings[index].hasEdit = false }
        continue
      }
      edited.append(SourceText(name: source.name, text: text))
    }
    let units = zip(sources, trees).map { SourceUnit(path: $0.name, module: "Module", tree: $1) }
    let reader = ManagedReader(units, module: "Module", discriminator: SourceParsing.discriminator)
    let problems = reader.problems + AccessorFile(reader, module: "Module").problems
    findings += problems.map {
      PortabilityFinding(
        path: $0.path, line: $0.line, column: $0.column, kind: .managed, message: $0.message, hasEdit: false)
    }
    findings.sort { ($0.path, $0.line, $0.column) < ($1.path, $1.line, $1.column) }
  }

  /// Writes the edited files into their folder.
  package func apply(in folder: URL) throws {
    for source in edited {
      // A link stays one: what it leads to is edited. An atomic write makes a new file, which gets the old one's mode.
      let file = folder.appendingPathComponent(source.name).resolvingSymlinksInPath()
      let files = FileManager.default
      do {
        let mode = try files.attributesOfItem(atPath: file.path)[.posixPermissions]
        guard ((mode as? NSNumber)?.intValue ?? 0) & 0o200 != 0 else {
          throw SourceError("\(file.path): cannot be written; it is read-only")
        }
        try Data(source.text.utf8).write(to: file, options: .atomic)
        if let mode { try files.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path) }
      } catch let error as SourceError {
        throw error
      } catch {
        throw SourceError("\(file.path): cannot be written")
      }
    }
  }
}
