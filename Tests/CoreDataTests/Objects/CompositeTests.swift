import CoreData
import Foundation
import TestKit
import Testing

/// Composite attributes of managed objects: dictionaries, and key paths into them.
@Suite struct CompositeTests {
  static func model() -> NSManagedObjectModel {
    func element(_ name: String, _ type: NSAttributeType, optional: Bool = true) -> NSAttributeDescription {
      LibraryStack.attribute(name, type, optional: optional)
    }
    let geo = NSCompositeAttributeDescription()
    geo.name = "geo"
    geo.isOptional = true
    geo.elements = [element("latitude", .doubleAttributeType), element("longitude", .doubleAttributeType)]
    let address = NSCompositeAttributeDescription()
    address.name = "address"
    address.isOptional = true
    let number = element("number", .integer32AttributeType)
    number.setValidationPredicates([NSPredicate(format: "SELF > 0")], withValidationWarnings: nil)
    address.elements = [
      element("city", .stringAttributeType, optional: false), number, element("since", .dateAttributeType), geo,
    ]
    let person = LibraryStack.entity("Person")
    person.properties = [LibraryStack.attribute("name", .stringAttributeType), address]
    let model = NSManagedObjectModel()
    model.entities = [person]
    return model
  }

  private static let date = Date(timeIntervalSinceReferenceDate: 1000)
  private nonisolated(unsafe) static let home: [String: Any] = [
    "city": "Bath", "number": 7, "since": date, "geo": ["latitude": 51.4, "longitude": -2.4] as [String: Any],
  ]

  private func city(_ person: NSManagedObject) -> String? { person.value(forKeyPath: "address.city") as? String }

  @Test func valuesAreDictionaries() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("a.sqlite")
    do {
      let stack = try LibraryStack(at: url, model: Self.model())
      _ = stack.make("Person", ["name": "Ann", "address": Self.home])
      _ = stack.make("Person", ["name": "Bea"])
      _ = stack.make("Person", ["name": "Cid", "address": ["city": "Rye"]])
      try stack.context.save()
    }
    let stack = try LibraryStack(at: url, model: Self.model())
    let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    let people = try stack.context.fetch(request)
    try #require(people.count == 3)
    let address = try #require(people[0].value(forKey: "address") as? [String: Any])
    #expect(address["city"] as? String == "Bath" && address["number"] as? Int == 7)
    #expect(address["since"] as? Date == Self.date)
    #expect((address["geo"] as? [String: Any])?["latitude"] as? Double == 51.4)
    #expect(people[0].value(forKeyPath: "address.geo.longitude") as? Double == -2.4)
    #expect(people[1].value(forKey: "address") == nil && city(people[1]) == nil)
    #expect((people[2].value(forKey: "address") as? [String: Any])?.count == 1)
    // One element of it.
    people[2].setValue("Ely", forKeyPath: "address.city")
    people[2].setValue(52.4, forKeyPath: "address.geo.latitude")
    people[1].setValue("Ware", forKeyPath: "address.city")
    #expect(people[2].changedValues().keys.sorted() == ["address"])
    people[0].setValue(nil, forKey: "address")
    try stack.context.save()
    stack.context.refreshAllObjects()
    #expect(people.map(city) == [nil, "Ware", "Ely"])
    #expect(people[2].value(forKeyPath: "address.geo.latitude") as? Double == 52.4)
  }

  @Test func predicatesSortsAndDictionaries() throws {
    let stack = try LibraryStack(model: Self.model())
    for (index, city) in ["Rye", "Bath", "Ely"].enumerated() {
      _ = stack.make("Person", ["name": "P\(index)", "address": ["city": city, "number": index + 1]])
    }
    try stack.context.save()
    let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
    request.sortDescriptors = [NSSortDescriptor(key: "address.city", ascending: true)]
    #expect(try stack.context.fetch(request).map(city) == ["Bath", "Ely", "Rye"])
    request.predicate = NSPredicate(format: "address.number >= 2 AND address.city != %@", "Nowhere")
    #expect(try stack.context.fetch(request).map(city) == ["Bath", "Ely"])
    let rows = NSFetchRequest<NSDictionary>(entityName: "Person")
    rows.resultType = .dictionaryResultType
    rows.propertiesToFetch = ["name", "address.city"]
    rows.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    #expect(try stack.context.fetch(rows).compactMap { $0["address.city"] as? String } == ["Rye", "Bath", "Ely"])
    // Unsaved values take part.
    request.predicate = NSPredicate(format: "address.city == 'York'")
    let first = try #require(stack.context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Person")).first)
    first.setValue("York", forKeyPath: "address.city")
    #expect(try stack.context.fetch(request) == [first])
  }

  @Test(arguments: [
    (["city": "Rye", "colour": "red"] as [String: any Sendable], "Person.address cannot be set to"),
    (["city": 5], "Person.address cannot be set to"), (["number": 3], "Person.address.city is mandatory"),
    (["city": "Rye", "number": 0], "Person.address.number has a value that does not satisfy"),
  ])
  func whatDoesNotFit(_ value: [String: any Sendable], _ text: String) throws {
    let stack = try LibraryStack(model: Self.model())
    let person = stack.make("Person", ["name": "Ann"])
    person.setValue(value, forKey: "address")
    let error = #expect(throws: NSError.self) { try stack.context.save() }
    #expect(error?.localizedDescription.contains(text) == true, "\(error?.localizedDescription ?? "")")
    #expect(error?.userInfo[NSValidationKeyErrorKey] as? String == "address")
  }

  @Test func childrenConflictsUndoAndBatches() throws {
    let stack = try LibraryStack(model: Self.model())
    let person = stack.make("Person", ["name": "Ann", "address": Self.home])
    try stack.context.save()
    let child = stack.other(parent: stack.context)
    let mine = try child.existingObject(with: person.objectID)
    #expect(city(mine) == "Bath")
    mine.setValue("Rye", forKeyPath: "address.city")
    let new = NSEntityDescription.insertNewObject(forEntityName: "Person", into: child)
    new.setValue(["city": "Ely"], forKey: "address")
    try child.save()
    #expect(city(person) == "Rye" && person.value(forKeyPath: "address.number") as? Int == 7)
    try stack.context.save()
    let other = stack.other()
    other.mergePolicy = NSMergeByPropertyStoreTrumpMergePolicy
    let theirs = try other.existingObject(with: person.objectID)
    #expect(city(theirs) == "Rye")
    person.setValue("York", forKeyPath: "address.city")
    try stack.context.save()
    theirs.setValue("Hull", forKeyPath: "address.city")
    theirs.setValue("Anna", forKey: "name")
    try other.save()
    #expect(city(theirs) == "York" && theirs.value(forKey: "name") as? String == "Anna")
    stack.context.refreshAllObjects()
    stack.context.undoManager = UndoManager()
    person.setValue(nil, forKey: "address")
    stack.context.undo()
    #expect(city(person) == "York")
    let insert = NSBatchInsertRequest(entityName: "Person", objects: [["name": "B", "address": ["city": "Wells"]]])
    try stack.context.execute(insert)
    let update = NSBatchUpdateRequest(entityName: "Person")
    update.predicate = NSPredicate(format: "address.city == 'Ely'")
    update.propertiesToUpdate = ["address": ["city": "Deal", "number": 2] as [String: Any]]
    update.resultType = .updatedObjectsCountResultType
    #expect((try stack.context.execute(update) as? NSBatchUpdateResult)?.result as? Int == 1)
    let all = try stack.other().fetch(NSFetchRequest<NSManagedObject>(entityName: "Person")).compactMap(city)
    #expect(all.sorted() == ["Deal", "Wells", "York"])
  }
}
