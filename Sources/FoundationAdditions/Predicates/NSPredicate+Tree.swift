package import Foundation
package import QueryModel

extension NSPredicate {
  /// The predicate as a format tree. What Foundation made of a closure stays one.
  package var formatTree: FormatPredicate { tree(depth: 0) }

  private func tree(depth: Int) -> FormatPredicate {
    if let comparison = FormatObjects.comparison(of: self) { return .comparison(comparison) }
    if let tree = (self as? FormatCompoundPredicate)?.tree { return tree }
    // Deeper than formats can be, a compound made in code answers by itself.
    if let compound = self as? NSCompoundPredicate, depth < PredicateFormat.depthLimit {
      let parts = compound.subpredicates.map { $0.tree(depth: depth + 1) }
      switch compound.compoundPredicateType {
      case .and: return .and(parts)
      case .or: return .or(parts)
      case .not: return .not(parts.first ?? .constant(false))
      }
    }
    if type(of: self) == NSPredicate.self {
      switch (self as any FoundationFormat).predicateFormat {
      case "TRUEPREDICATE": return .constant(true)
      case "FALSEPREDICATE": return .constant(false)
      default: break
      }
    }
    return .closure(
      FormatClosure { [self] object, _, variables in
        evaluate(with: object, substitutionVariables: variables.mapValues { $0.any ?? NSNull() })
      })
  }

  /// The object that Apple's parser makes of such a condition: a comparison, a compound, or a constant.
  package static func object(_ tree: FormatPredicate) -> NSPredicate {
    switch tree {
    case .constant(let value): NSPredicate(value: value)
    case .comparison(let comparison): FormatObjects.object(comparison)
    case .and(let parts): FormatCompoundPredicate(type: .and, subpredicates: parts.map(object), tree: tree)
    case .or(let parts): FormatCompoundPredicate(type: .or, subpredicates: parts.map(object), tree: tree)
    case .not(let part): FormatCompoundPredicate(type: .not, subpredicates: [object(part)], tree: tree)
    case .closure(let closure):
      NSPredicate(block: { object, bindings in
        let variables = (bindings ?? [:]).mapValues { FormatValue($0) }
        return (try? closure.body(object, [], variables)) as? Bool ?? false
      })
    }
  }

  // MARK: what the subclasses share

  func answers(_ object: Any?, _ variables: [String: Any]) -> Bool {
    (try? matches(object, substitutionVariables: variables)) ?? false
  }

  func isSameFormat(_ other: Any?) -> Bool {
    guard let other = other as? NSPredicate else { return false }
    return other === self || other.formatTree.canonical == formatTree.canonical
  }

  var formatHash: Int { formatTree.canonical.hashValue }
}

/// Foundation's own text of a predicate, which it deprecates; it does tell constants from closures.
private protocol FoundationFormat {
  var predicateFormat: String { get }
}

extension NSPredicate: FoundationFormat {}
