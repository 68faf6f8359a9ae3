/// An access level as written; `internal` when nothing is.
package enum SourceAccessLevel: String, Hashable, Sendable, CaseIterable {
  case `private`, `fileprivate`, `internal`, package, `public`, open

  /// The modifier, with a space, that a generated witness of a type of this level needs; empty where none is needed.
  package var witnessModifier: String {
    switch self {
    case .public, .open: "public "
    case .package: "package "
    case .private, .fileprivate, .internal: ""
    }
  }
}
