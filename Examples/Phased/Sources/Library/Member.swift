import SwiftData

/// The entity `Member`; Core Data's class of it is `CDMember`.
@Model public final class Member {
  public var name: String
  @Relationship(deleteRule: .cascade, inverse: \Loan.member) public var loans: [Loan] = []

  public init(name: String) { self.name = name }
}
