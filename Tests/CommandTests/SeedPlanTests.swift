import Foundation
import ModelDescription
import StoreContract
import Testing

@testable import causeway

@Suite struct SeedPlanTests {
  static func library() throws -> ResolvedModel {
    let book = EntityDescription(
      name: "Book",
      attributes: [
        .init(name: "cover", type: .binary, isOptional: true, allowsExternalStorage: true),
        .init(name: "isbn", type: .string), .init(name: "title", type: .string),
        .init(
          name: "keywords", type: .transformable, isOptional: true, valueTransformerName: "NSSecureUnarchiveFromData"),
        .init(name: "price", type: .decimal, isOptional: true),
      ],
      relationships: [
        .init(name: "loans", destinationEntityName: "Loan", inverseName: "book", isToMany: true),
        .init(name: "shelf", destinationEntityName: "Shelf", inverseName: "books", isToMany: false),
        .init(name: "tags", destinationEntityName: "Tag", inverseName: "books", isToMany: true),
      ], uniquenessConstraints: [["isbn"]])
    let loan = EntityDescription(
      name: "Loan",
      attributes: [
        .init(name: "dueAt", type: .date),
        .init(
          name: "renewals", type: .integer16, validation: .init(minimum: .integer(2), maximum: .integer(4))),
        .init(name: "email", type: .string, validation: .init(regularExpression: ".+@.+")),
      ],
      relationships: [
        .init(name: "book", destinationEntityName: "Book", inverseName: "loans", isOptional: false, isToMany: false)
      ])
    let shelf = EntityDescription(
      name: "Shelf", attributes: [.init(name: "code", type: .string, validation: .init(maximumLength: 6))],
      relationships: [
        .init(name: "books", destinationEntityName: "Book", inverseName: "shelf", isToMany: true, isOrdered: true)
      ], uniquenessConstraints: [["code"]])
    let tag = EntityDescription(
      name: "Tag", attributes: [.init(name: "name", type: .string)],
      relationships: [.init(name: "books", destinationEntityName: "Book", inverseName: "tags", isToMany: true)])
    return try ResolvedModel(ModelDescription(entities: [book, loan, shelf, tag]))
  }

  @Test func theSameSeedGivesTheSameRows() throws {
    let model = try Self.library()
    let plans = try [7, 7, 8].map { try SeedPlan(model, rows: 12, seed: $0).request.inserts.map(\.values.description) }
    #expect(plans[0] == plans[1])
    #expect(plans[0] != plans[2])
  }

  @Test(arguments: [1, 2, 40]) func everyPropertyIsReachedAndEveryRuleMet(rows: Int) throws {
    let model = try Self.library()
    let plan = try SeedPlan(model, rows: rows, seed: 1)
    #expect(plan.omissions.isEmpty)
    #expect(plan.request.inserts.count == 4 * rows)
    #expect(plan.request.inserts.map(\.key.primaryKey) == (1...4 * rows).map { -Int64($0) })
    for entity in model.entities {
      let inserts = plan.request.inserts.filter { $0.key.entity == entity.number }
      for (number, field) in entity.fields.enumerated() {
        let values = inserts.map { $0.values[number] }
        #expect(values.contains { $0 != .null }, "\(entity.name).\(field.name)")
        let isOptional = field.attribute?.isOptional ?? field.toOne?.description.isOptional ?? true
        if !isOptional { #expect(!values.contains(.null), "\(entity.name).\(field.name)") }
        if entity.description.uniquenessConstraints.contains([field.name]) {
          #expect(Set(values).count == rows, "\(entity.name).\(field.name)")
        }
      }
      for relationship in entity.toManys where relationship.isManyToMany || relationship.description.isOrdered {
        let other = relationship.inverse?.name ?? ""
        #expect(plan.request.links.contains { $0.relationship == relationship.name || $0.relationship == other })
      }
    }
    let loans = try #require(model.entity(named: "Loan"))
    let renewals = try #require(loans.fieldNumber(of: "renewals"))
    let email = try #require(loans.fieldNumber(of: "email"))
    for insert in plan.request.inserts where insert.key.entity == loans.number {
      #expect([.integer(2), .integer(3), .integer(4)].contains(insert.values[renewals]))
      guard case .text(let text) = insert.values[email] else {
        Issue.record("no text in \(insert)")
        continue
      }
      #expect(text.contains("@"))
    }
  }

  @Test func bothEndsOfAOneToOneAgree() throws {
    let model = try ResolvedModel(
      ModelDescription(entities: [
        .init(
          name: "A", relationships: [.init(name: "b", destinationEntityName: "B", inverseName: "a", isToMany: false)]),
        .init(
          name: "B", relationships: [.init(name: "a", destinationEntityName: "A", inverseName: "b", isToMany: false)]),
      ]))
    let inserts = try SeedPlan(model, rows: 5, seed: 3).request.inserts
    let values = Dictionary(uniqueKeysWithValues: inserts.map { ($0.key, $0.values) })
    for insert in inserts {
      guard case .reference(let other) = insert.values[0] else {
        Issue.record("no partner for \(insert.key)")
        continue
      }
      #expect(values[other] == [.reference(insert.key)])
    }
  }

  @Test func whatCannotBeMetIsSaid() throws {
    let flag = EntityDescription(
      name: "Flag", attributes: [.init(name: "on", type: .boolean)], uniquenessConstraints: [["on"]])
    let model = try ResolvedModel(ModelDescription(entities: [flag]))
    #expect(throws: ModelError("is unique, and a Boolean has two values only", entity: "Flag", property: "on")) {
      try SeedPlan(model, rows: 3, seed: 1)
    }
  }
}
