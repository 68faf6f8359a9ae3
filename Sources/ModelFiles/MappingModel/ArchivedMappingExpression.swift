import Foundation
import ModelDescription

/// The archived expressions of mapping models.
///
/// Shapes as the mapping models of CoreStore, JSQCoreDataKit and UnCloudNotes have them: key paths from variables,
/// constants, functions of Foundation's list; a message to a variable is a function with another operand. What has
/// another class is kept unread: its fields are not known.
enum ArchivedMappingExpression {
  private static let expressions: Set = [
    "NSFunctionExpression", "NSKeyPathExpression", "NSKeyPathSpecifierExpression", "NSVariableExpression",
    "NSSelfExpression", "NSConstantValueExpression",
  ]
  private static let values: Set = ["NSArray", "NSMutableArray", "NSString", "NSMutableString", "NSDate", "NSNull"]

  static func read(_ data: Data) -> MappingExpression {
    do {
      let archive = try KeyedArchive(data)
      for object in archive.allObjects where !expressions.contains(object.className) {
        guard values.contains(object.className) else {
          return .unread(data, reason: "it has a \(object.className), whose form is not known")
        }
      }
      if let reason = archive.allObjects.lazy.compactMap({ unreadConstant($0, archive) }).first {
        return .unread(data, reason: reason)
      }
      let reader = ArchivedExpression(archive)
      let tree = reader.tree(of: archive.root)
      try reader.check()
      guard tree.isWhole else { return .unread(data, reason: "a part of it is missing") }
      return .format(tree.format)
    } catch {
      return .unread(data, reason: "it is no archived expression: \(error)")
    }
  }

  /// Why a constant has no text; a list is none of the values that are known.
  private static func unreadConstant(_ object: KeyedArchive.Object, _ archive: KeyedArchive) -> String? {
    guard object.className == "NSConstantValueExpression" else { return nil }
    if let value = archive.object("NSConstantValue", of: object), value.className.hasSuffix("Array") {
      return "it has a list as a constant"
    }
    if case .data? = archive.scalar("NSConstantValue", of: object) { return "it has data as a constant" }
    return nil
  }

  /// The archive of an expression's text; `nil` for a text with parts whose archived form is not known.
  static func write(_ format: String) -> Data? {
    guard let tree = PredicateParser.expression(format, readsCalls: true) else { return nil }
    var archive = KeyedArchiveWriter()
    var writer = ArchivedExpressionWriter()
    return writer.write(tree, to: &archive).map { archive.data(root: $0) }
  }
}

extension PredicateTree {
  /// Whether every part was read.
  fileprivate var isWhole: Bool {
    switch self {
    case .opaque: false
    case .not(let part): part.isWhole
    case .all(let parts), .any(let parts), .function(_, let parts): parts.allSatisfy(\.isWhole)
    case .call(let target, _, let parts): target.isWhole && parts.allSatisfy(\.isWhole)
    case .comparison(let left, _, let right): left.isWhole && right.isWhole
    case .keyPath(let owner, let path): (owner?.isWhole ?? true) && !path.isEmpty
    case .truth, .itself, .null, .boolean, .integer, .real, .text, .date, .variable: true
    }
  }
}
