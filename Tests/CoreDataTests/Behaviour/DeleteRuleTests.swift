import CoreData
import Foundation
import TestKit
import Testing

/// Every delete rule on every kind of relationship.
@Suite struct DeleteRuleTests {
  enum Kind: String, CaseIterable, Sendable {
    case oneToOne, manyToOne, oneToMany, manyToMany, ordered, orderedManyToMany, toOneWithoutInverse
    case toManyWithoutInverse

    var isToMany: Bool { ![.oneToOne, .manyToOne, .toOneWithoutInverse].contains(self) }
    var isOrdered: Bool { self == .ordered || self == .orderedManyToMany }
    var hasInverse: Bool { self != .toOneWithoutInverse && self != .toManyWithoutInverse }
    var isInverseToMany: Bool { [.manyToOne, .manyToMany, .orderedManyToMany].contains(self) }
  }

  static let rules: [NSDeleteRule] = [.nullifyDeleteRule, .cascadeDeleteRule, .denyDeleteRule, .noActionDeleteRule]

  /// The owner has the rule.
  private func model(_ rule: NSDeleteRule, _ kind: Kind) -> NSManagedObjectModel {
    let owner = LibraryStack.entity("Owner")
    let member = LibraryStack.entity("Member")
    let members = LibraryStack.relationship(
      "members", to: member, many: kind.isToMany, rule: rule, ordered: kind.isOrdered)
    owner.properties = [members]
    member.properties = [LibraryStack.attribute("name", .stringAttributeType)]
    if kind.hasInverse {
      let owners = LibraryStack.relationship("owners", to: owner, many: kind.isInverseToMany)
      LibraryStack.pair(members, owners)
      member.properties.append(owners)
    }
    let model = NSManagedObjectModel()
    model.entities = [owner, member]
    return model
  }

  @Test(arguments: rules, Kind.allCases) func deleting(_ rule: NSDeleteRule, _ kind: Kind) throws {
    // Of objects with rows, and of new ones.
    for isSaved in [true, false] {
      let stack = try LibraryStack(model: model(rule, kind))
      let (owner, member) = (stack.make("Owner"), stack.make("Member"))
      if kind.isOrdered {
        owner.mutableOrderedSetValue(forKey: "members").add(member)
      } else if kind.isToMany {
        owner.mutableSetValue(forKey: "members").add(member)
      } else {
        owner.setValue(member, forKey: "members")
      }
      if isSaved {
        try stack.context.save()
        stack.context.reset()
      }
      let gone = isSaved ? try #require(stack.context.fetch(Self.request("Owner")).first) : owner
      stack.context.delete(gone)
      if rule == .denyDeleteRule && isSaved {
        let error = #expect(throws: NSError.self) { try stack.context.save() }
        #expect(error?.code == NSValidationRelationshipDeniedDeleteError)
        #expect(error?.userInfo[NSValidationKeyErrorKey] as? String == "members")
        stack.context.rollback()
        #expect(try stack.context.count(for: Self.request("Owner")) == 1)
        continue
      }
      try stack.context.save()
      #expect(try stack.context.count(for: Self.request("Owner")) == 0, "saved \(isSaved)")
      let left = try stack.context.fetch(Self.request("Member"))
      #expect(left.count == (rule == .cascadeDeleteRule ? 0 : 1), "saved \(isSaved)")
      if rule == .nullifyDeleteRule, kind.hasInverse, let value = left.first?.value(forKey: "owners") {
        #expect((value as? NSSet)?.count == 0, "saved \(isSaved)")
      }
    }
  }

  private static func request(_ name: String) -> NSFetchRequest<NSManagedObject> {
    NSFetchRequest<NSManagedObject>(entityName: name)
  }

  @Test func cascadesGoAllTheWay() throws {
    let stack = try LibraryStack()
    let author = CDAuthor(context: stack.context)
    author.name = "Eliot"
    for number in 0..<3 {
      let book = stack.book("B\(number)", author: author)
      for heading in ["1", "2"] {
        book.mutableOrderedSetValue(forKey: "chapters").add(stack.make("Chapter", ["heading": heading]))
      }
    }
    let tag = stack.make("Tag", ["label": "x"])
    tag.setValue(author.books, forKey: "books")
    try stack.context.save()
    stack.context.delete(author)
    #expect(stack.context.deletedObjects.count == 10)
    try stack.context.save()
    #expect(try stack.context.count(for: Self.request("Chapter")) == 0)
    #expect((tag.value(forKey: "books") as? NSSet)?.count == 0)
  }
}
