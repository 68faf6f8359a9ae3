import CoreData
import Foundation
import SQLiteDriver
import TestKit
import Testing

/// A relationship that is its own inverse hashes as one without an inverse does, and lies in another table.
@Suite struct OwnInverseStoreTests {
  private static func model(isOwnInverse: Bool) -> NSManagedObjectModel {
    let (name, friends, person) = (NSAttributeDescription(), NSRelationshipDescription(), NSEntityDescription())
    person.name = "Person"
    name.name = "name"
    name.attributeType = .stringAttributeType
    friends.name = "friends"
    friends.maxCount = 0
    friends.isOptional = true
    friends.destinationEntity = person
    if isOwnInverse { friends.inverseRelationship = friends }
    person.properties = [name, friends]
    let model = NSManagedObjectModel()
    model.entities = [person]
    return model
  }

  private static func open(_ url: URL, isOwnInverse: Bool) throws -> NSManagedObjectContext {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model(isOwnInverse: isOwnInverse))
    try coordinator.addPersistentStore(type: .sqlite, at: url)
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  private static func rows(_ sql: String, _ url: URL) throws -> [String] {
    try Connection(path: url.path, mode: .readOnly).withStatement(sql) { statement in
      var lines: [String] = []
      while try statement.step() { lines.append("\(statement.integer(0))|\(statement.integer(1))") }
      return lines
    }
  }

  @Test(arguments: [true, false]) func theModelWithoutItOpensTheStoreAsItIs(storeHasIt: Bool) throws {
    let folder = try TemporaryFolder()
    let url = folder.file("People.sqlite")
    for (round, isOwnInverse) in [storeHasIt, !storeHasIt].enumerated() {
      let context = try Self.open(url, isOwnInverse: isOwnInverse)
      try context.performAndWait {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        var people = try context.fetch(request)
        if round == 0 {
          for name in ["Ada", "Bob"] {
            people.append(NSEntityDescription.insertNewObject(forEntityName: "Person", into: context))
            people[people.count - 1].setValue(name, forKey: "name")
          }
          people[0].setValue(NSSet(object: people[1]), forKey: "friends")
        } else {
          let friends = people.map {
            ($0.value(forKey: "friends") as? Set<NSManagedObject>)?.map { $0.value(forKey: "name") as? String }
          }
          #expect(friends == [["Bob"], storeHasIt ? ["Ada"] : []])
          people[0].setValue("Adele", forKey: "name")
        }
        try context.save()
      }
    }
    let sql =
      storeHasIt
      ? "SELECT Z_1FRIENDS, Z_1FRIENDS1 FROM Z_1FRIENDS ORDER BY 1"
      : "SELECT Z_PK, ifnull(Z1FRIENDS, 0) FROM ZPERSON ORDER BY ZNAME"
    let rows = try Self.rows(sql, url)
    #expect(rows.count == 2 && (storeHasIt ? rows.contains("1|2") && rows.contains("2|1") : true), "\(rows)")
  }
}
