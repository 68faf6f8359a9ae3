import SwiftSyntax

/// The types of a folder's files that conform to `SchemaMigrationPlan`.
final class DeclaredPlans: NestingVisitor {
  /// `Outer.LibraryPlan` for a nested one.
  private(set) var names: [String] = []

  override func note(_ node: some DeclGroupSyntax, _ name: String) {
    if conforms(node, to: "SchemaMigrationPlan") { names.append(name) }
  }
}
