package import Foundation
package import ModelDescription

/// What becomes of the objects of one entity, all of it said.
package struct AuthoredEntityMapping: Sendable {
  package let name: String
  package let kind: EntityMappingDescription.Kind
  package let source: ResolvedEntity?
  package let destination: ResolvedEntity?
  package let sourceHash: Data?
  package let destinationHash: Data?
  package let policyClassName: String?
  /// Which objects, as a predicate's format; `nil` for all.
  package let sourceFilter: String?
  /// The objects themselves, where somebody wrote an expression for them.
  package let sourceExpression: MappingExpression?
  package let attributes: [Property]
  package let relationships: [Property]
  package let userInfo: UserInfo

  package struct Property: Hashable, Sendable {
    package let name: String
    /// `nil` for one that gets no value.
    package let expression: MappingExpression?
    package let userInfo: UserInfo
  }
}
