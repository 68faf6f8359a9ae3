import CoreData
import Foundation
import Testing

/// What the model demands of values and members, each with its code.
@Suite struct ValidationTests {
  private static func model() -> NSManagedObjectModel {
    func attribute(_ name: String, _ type: NSAttributeType, _ rules: [(String, String)], optional: Bool = true)
      -> NSAttributeDescription
    {
      let attribute = NSAttributeDescription()
      (attribute.name, attribute.attributeType, attribute.isOptional) = (name, type, optional)
      attribute.setValidationPredicates(
        rules.map { NSPredicate(format: $0.0) }, withValidationWarnings: rules.map(\.1))
      return attribute
    }
    func toMany(_ name: String, _ least: Int, _ most: Int, optional: Bool, to entity: NSEntityDescription)
      -> NSRelationshipDescription
    {
      let relationship = NSRelationshipDescription()
      (relationship.name, relationship.destinationEntity, relationship.isOptional) = (name, entity, optional)
      (relationship.minCount, relationship.maxCount) = (least, most)
      return relationship
    }
    let (item, part) = (NSEntityDescription(), NSEntityDescription())
    (item.name, part.name) = ("Item", "Part")
    item.properties = [
      attribute(
        "number", .integer64AttributeType,
        [("SELF <= 10", "is above 10"), ("SELF >= 2", "is below 2")]),
      attribute(
        "text", .stringAttributeType,
        [
          ("length <= 4", "is too long"), ("length >= 2", "is too short"),
          ("SELF MATCHES '[a-z]*'", "is no small letter"),
        ]),
      attribute("name", .stringAttributeType, [], optional: false),
      toMany("any", 0, 0, optional: false, to: part), toMany("some", 1, 2, optional: false, to: part),
      toMany("pairs", 2, 2, optional: true, to: part),
    ]
    let model = NSManagedObjectModel()
    model.entities = [item, part]
    return model
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var number: Int?
    var text: String?
    var name: String? = "n"
    var some = 1
    var pairs = 0
    let codes: [Int]
  }

  static let cases = [
    Case(testDescription: "nothing is wrong", number: 2, text: "ab", codes: []),
    Case(testDescription: "nothing is said", codes: []),
    Case(testDescription: "at the upper bounds", number: 10, text: "abcd", some: 2, pairs: 2, codes: []),
    Case(testDescription: "too large", number: 11, codes: [NSManagedObjectValidationError]),
    Case(testDescription: "too small", number: 1, codes: [NSManagedObjectValidationError]),
    Case(testDescription: "too long", text: "abcde", codes: [NSManagedObjectValidationError]),
    Case(testDescription: "too short", text: "a", codes: [NSManagedObjectValidationError]),
    Case(testDescription: "another pattern", text: "A1", codes: [NSManagedObjectValidationError]),
    Case(testDescription: "missing", name: nil, codes: [NSValidationMissingMandatoryPropertyError]),
    Case(testDescription: "none of some", some: 0, codes: [NSValidationRelationshipLacksMinimumCountError]),
    Case(testDescription: "too many", some: 3, codes: [NSValidationRelationshipExceedsMaximumCountError]),
    Case(testDescription: "one of a pair", pairs: 1, codes: [NSValidationRelationshipLacksMinimumCountError]),
    Case(
      testDescription: "several at once", number: 11, name: nil, some: 3,
      codes: [
        NSValidationMissingMandatoryPropertyError, NSValidationRelationshipExceedsMaximumCountError,
        NSManagedObjectValidationError,
      ]),
  ]

  @Test(arguments: cases) func aSaveSaysWhatIsWrong(_ test: Case) throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Self.model())
    try coordinator.addPersistentStore(
      ofType: NSInMemoryStoreType, configurationName: nil, at: nil as URL?, options: nil)
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    context.performAndWait {
      func parts(_ count: Int) -> NSSet {
        NSSet(array: (0..<count).map { _ in NSEntityDescription.insertNewObject(forEntityName: "Part", into: context) })
      }
      let item = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
      item.setValue(test.number, forKey: "number")
      item.setValue(test.text, forKey: "text")
      item.setValue(test.name, forKey: "name")
      item.setValue(parts(test.some), forKey: "some")
      item.setValue(parts(test.pairs), forKey: "pairs")
      var found: [Int] = []
      do {
        try context.save()
      } catch let error as NSError {
        let all = error.userInfo[NSDetailedErrorsKey] as? [NSError] ?? [error]
        found = all.map(\.code)
        #expect(all.count < 2 || error.code == NSValidationMultipleErrorsError)
        for one in all {
          #expect(one.userInfo[NSValidationKeyErrorKey] is String && one.userInfo[NSValidationObjectErrorKey] != nil)
        }
      }
      #expect(found.sorted() == test.codes.sorted())
    }
  }
}
