import Foundation
import ModelDescription
package import SourceModel
import SwiftParser

/// Files of a module, parsed.
package enum SourceParsing {
  package static func units(_ sources: [SourceText], module: String) -> [SourceUnit] {
    sources.map { SourceUnit(path: $0.name, module: module, tree: Parser.parse(source: $0.text)) }
  }

  /// What the symbols of private members hold: a digest of the module's and the file's names (as compiled symbols show).
  package static func discriminator(of unit: SourceUnit) -> String {
    let name = unit.path.split(separator: "/").last.map(String.init) ?? unit.path
    let digest = MessageDigest.md5(Array((unit.module + name).utf8)) ?? Data()
    return "_" + digest.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined().uppercased()
  }
}
