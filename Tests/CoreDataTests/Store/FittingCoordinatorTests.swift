import CoreData
import Foundation
import SQLiteDriver
import TestKit
import Testing

/// Stores whose hashes are not those of the coordinator's model, but whose tables are.
@Suite struct FittingCoordinatorTests {
  private let folder: TemporaryFolder
  private let url: URL

  init() throws {
    folder = try TemporaryFolder()
    url = folder.file("Library.sqlite")
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: FittingModels.ofStore())
    let store = try coordinator.addPersistentStore(type: .sqlite, at: url, options: Self.history)
    try coordinator.remove(store)
    try Connection(path: url.path, mode: .readWrite).execute(
      "INSERT INTO ZNOTE(Z_PK, Z_ENT, Z_OPT, ZTEXT) VALUES (1, 3, 1, 'kept')")
  }

  private static var history: [AnyHashable: Any] { [NSPersistentHistoryTrackingKey: true as NSNumber] }

  private func open(
    _ model: NSManagedObjectModel = FittingModels.ofProgram(), _ options: [AnyHashable: Any] = history
  ) throws -> NSManagedObjectContext {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(type: .sqlite, at: url, options: options)
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  private func sql(_ text: String) throws -> [String] {
    let connection = try Connection(path: url.path, mode: .readOnly)
    return try connection.withStatement(text) { statement in
      var lines: [String] = []
      while try statement.step() {
        lines.append((0..<statement.columnCount).map { statement.optionalText($0) ?? "-" }.joined(separator: "|"))
      }
      return lines
    }
  }

  /// What opening and saving must leave alone.
  private func facts() throws -> [String] {
    try sql("SELECT Z_VERSION, Z_UUID, hex(Z_PLIST) FROM Z_METADATA")
      + sql("SELECT hex(Z_CONTENT) FROM Z_MODELCACHE") + sql("SELECT sql FROM sqlite_master ORDER BY rowid")
  }

  private func make(_ entity: String, _ values: [String: Any], _ context: NSManagedObjectContext) -> NSManagedObject {
    let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
    for (key, value) in values { object.setValue(value, forKey: key) }
    return object
  }

  /// A library of two books by the program's names.
  private func fill(_ context: NSManagedObjectContext) throws {
    let shelf = make("Shelf", ["code": "S1"], context)
    let tags = ["x", "y"].map { make("Tag", ["name": $0], context) }
    let a = make(
      "Book", ["name": "Ada", "pages": 30, "isbn": "1", "abstract": "of numbers", "shelf": shelf], context)
    a.setValue(NSSet(array: tags), forKey: "allLabels")
    _ = make("Book", ["name": "Bohr", "pages": 20, "isbn": "2"], context)
    for fee in [2.0, 3.0] { _ = make("Loan", ["fee": fee, "returned": Date(), "volume": a], context) }
    try context.save()
  }

  private func names(_ context: NSManagedObjectContext, _ format: String?, _ arguments: Any...) throws -> [String] {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
    if let format { request.predicate = NSPredicate(format: format, argumentArray: arguments) }
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: false)]
    return try context.fetch(request).compactMap { $0.value(forKey: "name") as? String }
  }

  // MARK: opening

  @Test(arguments: [false, true]) func itOpensAndKeepsItsModel(migrates: Bool) throws {
    let before = try facts()
    var options = Self.history
    options[NSMigratePersistentStoresAutomaticallyOption] = migrates
    options[NSInferMappingModelAutomaticallyOption] = migrates
    let context = try open(FittingModels.ofProgram(), options)
    try context.performAndWait { try fill(context) }
    #expect(try facts() == before)
    #expect(try sql("SELECT * FROM ZNOTE") == ["1|3|1|kept"])
    #expect(try sql("PRAGMA integrity_check") == ["ok"])
    let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: url)
    #expect(!FittingModels.ofProgram().isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
    // Who has the store's model goes on with it.
    let other = try open(FittingModels.ofStore())
    try other.performAndWait {
      let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
      request.predicate = NSPredicate(format: "title == 'Ada'")
      let found = try #require(try other.fetch(request).first)
      #expect(found.value(forKeyPath: "shelf.label") as? String == "S1")
      #expect((found.value(forKey: "tags") as? NSSet)?.count == 2)
      #expect(found.value(forKey: "loanCount") as? Int == 2)
    }
  }

  @Test func itMigratesWhenThatIsAskedFor() throws {
    var options = Self.history
    options[NSMigratePersistentStoresAutomaticallyOption] = true
    options[NSInferMappingModelAutomaticallyOption] = true
    options["CausewayMigratesFittingStores"] = true
    _ = try open(FittingModels.ofProgram(), options)
    let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: url)
    #expect(FittingModels.ofProgram().isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
  }

  /// A store that could not keep what the model has: an order, a derived value.
  @Test(arguments: ["order", "derivation"]) func whatTheStoreCannotKeepDiffers(what: String) throws {
    try FileManager.default.removeItem(at: url)
    let first = NSPersistentStoreCoordinator(managedObjectModel: FittingModels.ofProgram())
    try first.remove(first.addPersistentStore(type: .sqlite, at: url))
    let model = FittingModels.ofProgram()
    if what == "order" {
      model.entitiesByName["Shelf"]?.relationshipsByName["books"]?.isOrdered = true
    } else {
      let derived = NSDerivedAttributeDescription()
      derived.name = "loanCount"
      derived.attributeType = .integer64AttributeType
      derived.isOptional = true
      derived.derivationExpression = __Deprecated.Expression(format: "loans.@count")
      let book = try #require(model.entitiesByName["Book"])
      book.properties = book.properties.filter { $0.name != "loanCount" } + [derived]
    }
    let error = #expect(throws: NSError.self) { try open(model, [:]) }
    #expect(error?.code == NSPersistentStoreIncompatibleVersionHashError)
    #expect(error?.localizedDescription.contains(what == "order" ? "Shelf.books" : "Book.loanCount") == true)
  }

  // MARK: names

  @Test func renamedPropertiesAreReadWrittenAndSearched() throws {
    let context = try open()
    try context.performAndWait {
      try fill(context)
      context.reset()
      #expect(try names(context, nil) == ["Bohr", "Ada"])
      #expect(try names(context, "name BEGINSWITH 'A' AND pages > 25") == ["Ada"])
      #expect(try names(context, "shelf.code == %@", "S1") == ["Ada"])
      #expect(try names(context, "ANY loans.fee > 2.5") == ["Ada"])
      #expect(try names(context, "ANY allLabels.name == 'y'") == ["Ada"])
      #expect(try names(context, "loans.@count == 0") == ["Bohr"])
      #expect(try names(context, "loans.@sum.fee == 5") == ["Ada"])
      #expect(try names(context, "SUBQUERY(loans, $l, $l.fee > 2 AND $l.volume.name == 'Ada').@count == 1") == ["Ada"])
      #expect(try names(context, "isbn IN %@", ["2", "3"]) == ["Bohr"])
      let loans = NSFetchRequest<NSManagedObject>(entityName: "Loan")
      loans.predicate = NSPredicate(format: "volume.name == 'Ada' AND volume.shelf.code == 'S1'")
      loans.sortDescriptors = [
        NSSortDescriptor(key: "volume.name", ascending: true), .init(key: "fee", ascending: true),
      ]
      loans.relationshipKeyPathsForPrefetching = ["volume.allLabels"]
      let found = try context.fetch(loans)
      #expect(found.map { $0.value(forKey: "fee") as? Double } == [2, 3])
      let ada = try #require(found.first?.value(forKey: "volume") as? NSManagedObject)
      #expect(ada.value(forKey: "abstract") as? String == "of numbers" && ada.value(forKey: "pages") as? Int == 30)
      #expect((ada.value(forKey: "allLabels") as? NSSet)?.count == 2)
      let table = NSFetchRequest<NSDictionary>(entityName: "Book")
      table.resultType = .dictionaryResultType
      table.propertiesToFetch = ["name", "pages"]
      table.predicate = NSPredicate(format: "name == 'Bohr'")
      let row = try context.fetch(table).first
      #expect(row?["name"] as? String == "Bohr" && row?["pages"] as? Int == 20, "\(row as Any)")
      // Changes, of which the row gets those and no others.
      ada.setValue("Lovelace", forKey: "name")
      ada.mutableSetValue(forKey: "allLabels").removeAllObjects()
      found[1].setValue(nil, forKey: "volume")
      try context.save()
      #expect(
        try sql("SELECT ZTITLE, ZPAGES, ZISBN, ZREMARK, Z_OPT FROM ZBOOK ORDER BY 1") == [
          "Bohr|20|2|-|1", "Lovelace|30|1|of numbers|2",
        ])
      #expect(try sql("SELECT count(ZBOOK) FROM ZLOAN") == ["1"])
      #expect(try names(context, "ANY allLabels.name == 'y'") == [])
    }
  }

  @Test func batchesAndHistoryHaveTheProgramsNames() throws {
    let context = try open()
    try context.performAndWait {
      try fill(context)
      let insert = NSBatchInsertRequest(
        entityName: "Book", objects: [["name": "C", "pages": 5, "abstract": "c"], ["name": "D", "pages": 6]])
      insert.resultType = .count
      #expect((try context.execute(insert) as? NSBatchInsertResult)?.result as? Int == 2)
      #expect(
        try sql("SELECT ZTITLE, ZPAGES, ZREMARK FROM ZBOOK ORDER BY 1") == [
          "Ada|30|of numbers", "Bohr|20|-", "C|5|c", "D|6|-",
        ])
      let update = NSBatchUpdateRequest(entityName: "Book")
      update.predicate = NSPredicate(format: "name IN {'C', 'D'}")
      update.propertiesToUpdate = ["abstract": "new", "pages": __Deprecated.Expression(format: "pages + 1")]
      update.resultType = .updatedObjectsCountResultType
      #expect((try context.execute(update) as? NSBatchUpdateResult)?.result as? Int == 2)
      #expect(try sql("SELECT ZTITLE, ZPAGES, ZREMARK FROM ZBOOK WHERE ZTITLE > 'C' ORDER BY 1") == ["D|7|new"])
      let start: NSPersistentHistoryToken? = nil
      let request = NSPersistentHistoryChangeRequest.fetchHistory(after: start)
      request.resultType = .changesOnly
      func changes() throws -> [NSPersistentHistoryChange] {
        (try context.execute(request) as? NSPersistentHistoryResult)?.result as? [NSPersistentHistoryChange] ?? []
      }
      #expect(Set(try #require(try changes().last?.updatedProperties).map(\.name)) == ["abstract", "pages"])
      let delete = NSBatchDeleteRequest(
        fetchRequest: {
          let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
          request.predicate = NSPredicate(format: "abstract == 'new' AND name == 'C'")
          return request
        }())
      try context.execute(delete)
      #expect(try changes().last?.tombstone as? [String: String] == ["abstract": "new"])
      #expect(try names(context, nil) == ["D", "Bohr", "Ada"])
    }
  }

  // MARK: the store's own facts

  @Test func theStoresFactsHold() throws {
    let context = try open()
    try context.performAndWait {
      try fill(context)
      let request = NSFetchRequest<NSManagedObject>(entityName: "Shelf")
      let shelf = try #require(try context.fetch(request).first)
      // The order that others keep goes on.
      let more = ["E", "F"].map { make("Book", ["name": $0, "shelf": shelf], context) }
      try context.save()
      let orders = try sql("SELECT ZTITLE, Z_FOK_SHELF FROM ZBOOK WHERE ZSHELF IS NOT NULL ORDER BY Z_FOK_SHELF")
      #expect(orders.count == 3 && orders.first == "Ada|2048", "\(orders)")
      // The derived count is the store's, whatever is assigned.
      more[0].setValue(77, forKey: "loanCount")
      _ = make("Loan", ["fee": 1, "returned": Date(), "volume": more[0]], context)
      try context.save()
      #expect(try sql("SELECT ZLOANCOUNT FROM ZBOOK WHERE ZTITLE = 'E'") == ["1"])
      context.refresh(more[0], mergeChanges: false)
      #expect(more[0].value(forKey: "loanCount") as? Int == 1)
      // The numbers and keys are those of a validation; the names are the program's.
      func refused(_ code: Int, _ entity: String, _ key: String, _ change: () -> NSManagedObject) throws {
        let object = change()
        let error = try #require(#expect(throws: NSError.self) { try context.save() })
        #expect(error.code == code && error.domain == NSCocoaErrorDomain, "\(error)")
        #expect(error.localizedDescription.contains("\(entity).\(key)"), "\(error)")
        #expect(error.userInfo[NSValidationKeyErrorKey] as? String == key)
        #expect(error.userInfo[NSValidationObjectErrorKey] as? NSManagedObject === object)
        let value = error.userInfo[NSValidationValueErrorKey]
        #expect("\(value ?? "nil")" == "\(object.value(forKey: key) ?? "nil")")
        context.rollback()
      }
      try refused(NSValidationNumberTooLargeError, "Book", "pages") {
        make("Book", ["name": "wide", "pages": 40_000], context)
      }
      try refused(NSValidationNumberTooSmallError, "Book", "pages") {
        make("Book", ["name": "narrow", "pages": -40_000], context)
      }
      try refused(NSValidationMissingMandatoryPropertyError, "Loan", "returned") { make("Loan", ["fee": 1], context) }
      let loans = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Loan"))
      let loan = try #require(loans.first)
      try refused(NSValidationMissingMandatoryPropertyError, "Loan", "returned") {
        loan.setValue(nil, forKey: "returned")
        return loan
      }
      let second = make("Book", ["name": "second", "isbn": "1"], context)
      let error = try #require(#expect(throws: NSError.self) { try context.save() })
      #expect(error.code == NSManagedObjectConstraintMergeError && "\(error)".contains("isbn"), "\(error)")
      context.rollback()
      withExtendedLifetime(second) {}
    }
    #expect(try sql("SELECT count(*) FROM ZBOOK") == ["4"])
  }
}
