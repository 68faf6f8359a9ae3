import CoreData

/// The model of the store, as an `.xcdatamodeld` would have it.
enum ClassicModel {
  static func make() -> NSManagedObjectModel {
    let book = entity("Book", CDBook.self)
    let member = entity("Member", CDMember.self)
    let loan = entity("Loan", CDLoan.self)
    let (bookLoans, loanBook) = pair("loans", of: book, "book", of: loan)
    let (memberLoans, loanMember) = pair("loans", of: member, "member", of: loan)
    book.properties = [
      attribute("title", .stringAttributeType), attribute("pages", .integer64AttributeType), bookLoans,
    ]
    member.properties = [attribute("name", .stringAttributeType), memberLoans]
    loan.properties = [
      attribute("dueAt", .dateAttributeType), attribute("renewals", .integer64AttributeType, 0), loanBook, loanMember,
    ]
    let model = NSManagedObjectModel()
    model.entities = [book, member, loan]
    return model
  }

  private static func entity(_ name: String, _ type: AnyClass) -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.name = name
    entity.managedObjectClassName = NSStringFromClass(type)
    return entity
  }

  private static func attribute(_ name: String, _ type: NSAttributeType, _ value: Any? = nil) -> NSAttributeDescription
  {
    let attribute = NSAttributeDescription()
    attribute.name = name
    attribute.attributeType = type
    attribute.isOptional = false
    attribute.defaultValue = value
    return attribute
  }

  /// A to-many that takes its members with it, and the to-one back.
  private static func pair(
    _ many: String, of owner: NSEntityDescription, _ one: String, of member: NSEntityDescription
  ) -> (NSRelationshipDescription, NSRelationshipDescription) {
    let (toMany, toOne) = (NSRelationshipDescription(), NSRelationshipDescription())
    (toMany.name, toMany.destinationEntity, toMany.deleteRule) = (many, member, .cascadeDeleteRule)
    (toMany.minCount, toMany.maxCount) = (0, 0)
    (toOne.name, toOne.destinationEntity, toOne.deleteRule) = (one, owner, .nullifyDeleteRule)
    (toOne.minCount, toOne.maxCount, toOne.isOptional) = (0, 1, true)
    (toMany.inverseRelationship, toOne.inverseRelationship) = (toOne, toMany)
    return (toMany, toOne)
  }
}
