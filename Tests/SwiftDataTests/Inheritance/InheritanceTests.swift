import ModelDescription
import ObjectGraph
import SQLiteDriver
import SchemaTypes
import SwiftData
import TestKit
import Testing

@Suite struct InheritanceTests {
  private static var models: [any PersistentModel.Type] {
    [
      Conference.self, PersonalTrip.self, Traveller.self, Stop.self, Expense.self,
    ]
  }
  private let folder: TemporaryFolder
  private let url: URL

  init() throws {
    folder = try TemporaryFolder()
    url = folder.file("Trips.store")
  }

  private func open() throws -> ModelContext {
    ModelContext(
      try ModelContainer(for: Schema(Self.models), configurations: ModelConfiguration("Trips", url: url)))
  }

  private func sql(_ statement: String) throws -> String? {
    try Connection(path: url.path, mode: .untouched).text(statement)
  }

  @Test func schemaHasTheFamily() throws {
    let schema = Schema(Self.models)
    let trip = try #require(schema.entitiesByName["Trip"])
    let conference = try #require(schema.entitiesByName["Conference"])
    #expect(Set(trip.subentities.map(\.name)) == ["BusinessTrip", "PersonalTrip"])
    #expect(conference.superentityName == "BusinessTrip")
    #expect(conference.storedProperties.map { $0.name } == ["talks", "host"])
    #expect(
      conference.inheritedProperties.map { $0.name } == [
        "name", "days", "notes", "stops", "budget", "client", "code", "expenses",
      ])
    let model = try ResolvedModel(schema.modelDescription())
    let entity = try #require(model.entity(named: "Conference"))
    #expect(model.entity(numbered: entity.rootNumber)?.name == "Trip")
    #expect(schema.entitiesByName["BusinessTrip"]?.relationshipsByName["expenses"]?.inverseName == "trip")
  }

  @Test func objectsBeforeAnyContext() {
    let trip = Conference(name: "WWDC", talks: ["a"])
    #expect(trip.name == "WWDC" && trip.days == 3 && trip.budget == 500 && trip.talks == ["a"])
    #expect(trip.client == nil && trip.expenses == [] && trip.stops.isEmpty && trip.host == nil)
    trip.client = "Apple"
    trip.budget += 1
    trip.talks.append("b")
    trip.stops = [Stop(place: "Cupertino")]
    trip.isOpen = true
    trip.setValue(forKey: \.notes, to: "long enough not to fit in a small string")
    trip.setValue(forKey: \.client, to: "another client, also a long one")
    #expect(trip.getValue(forKey: \.client) == "another client, also a long one")
    #expect(trip.getValue(forKey: \.notes) == trip.notes && trip.getValue(forKey: \.talks) == ["a", "b"])
    #expect(trip.budget == 501 && trip.stops.map(\.place) == ["Cupertino"] && trip.isOpen)
    let copy = Conference(backingData: trip.persistentBackingData as any BackingData<Trip>)
    #expect(copy.name == "WWDC" && copy.talks == ["a", "b"])
  }

  @Test func whatIsSavedComesBackAsItsClass() throws {
    do {
      let context = try open()
      let business = BusinessTrip(name: "Berlin", budget: 100)
      business.expenses = [Expense(amount: 12)]
      let personal = PersonalTrip(name: "Home", days: 9)
      personal.reason = .family
      let conference = Conference(name: "WWDC", talks: ["SwiftData", "Core Data"])
      conference.host = Traveller(name: "Ada")
      conference.host?.favourite = personal
      conference.stops = [Stop(place: "Cupertino")]
      for trip in [Trip(name: "Plain"), business, personal, conference] { context.insert(trip) }
      try context.save()
      business.budget = 200
      #expect(context.hasChanges)
      try context.save()
    }
    #expect(try sql("SELECT count(*) FROM ZTRIP") == "4")
    #expect(try sql("SELECT group_concat(Z_ENT) FROM (SELECT DISTINCT Z_ENT FROM ZTRIP ORDER BY Z_ENT)") != nil)
    #expect(try sql("SELECT ZBUDGET FROM ZTRIP WHERE ZNAME = 'Berlin'") == "200.0")
    #expect(try sql("SELECT count(*) FROM sqlite_master WHERE name = 'ZBUSINESSTRIP'") == "0")
    let context = try open()
    let trips = try context.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)]))
    #expect(trips.map(\.name) == ["Berlin", "Home", "Plain", "WWDC"])
    #expect(trips.map { "\(type(of: $0))" } == ["BusinessTrip", "PersonalTrip", "Trip", "Conference"])
    let business = try #require(trips[0] as? BusinessTrip)
    #expect(business.budget == 200 && business.days == 3 && business.client == nil)
    #expect(business.expenses?.map(\.amount) == [12] && business.expenses?.first?.trip === business)
    #expect((trips[1] as? PersonalTrip)?.reason == .family)
    let conference = try #require(trips[3] as? Conference)
    #expect(conference.talks == ["SwiftData", "Core Data"] && conference.stops.first?.trip === conference)
    #expect(conference.host?.favourite === trips[1])
    #expect(!context.hasChanges)
  }

  /// A fetch of the parent brings what its subclasses add: no row is read a second time.
  @Test func aFetchOfTheParentShowsAllOfARow() throws {
    let context = try open()
    let conference = Conference(name: "WWDC", talks: ["a"])
    conference.client = "Apple"
    for trip in [conference, BusinessTrip(name: "Berlin", budget: 7)] { context.insert(trip) }
    try context.save()
    let second = try open()
    let trips = try second.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)]))
    try Connection(path: url.path, mode: .readWrite).execute("UPDATE ZTRIP SET ZBUDGET = 1, ZCLIENT = 'other'")
    #expect((trips[0] as? BusinessTrip)?.budget == 7)
    let found = try #require(trips[1] as? Conference)
    #expect(found.client == "Apple" && found.budget == conference.budget && found.talks == ["a"])
    #expect(try #require(try open().fetch(FetchDescriptor<Trip>()).first as? BusinessTrip).budget == 1)
  }

  @Test func fetchesOfASubclassLeaveOthersOut() throws {
    let context = try open()
    for trip in [Trip(name: "a"), BusinessTrip(name: "b", budget: 5), Conference(name: "c", talks: [])] {
      context.insert(trip)
    }
    try context.save()
    let second = try open()
    #expect(try second.fetchCount(FetchDescriptor<Trip>()) == 3)
    #expect(try second.fetchCount(FetchDescriptor<BusinessTrip>()) == 2)
    let rich = try second.fetch(
      FetchDescriptor<BusinessTrip>(
        predicate: #Predicate { $0.budget > 100 && $0.name != "z" }, sortBy: [SortDescriptor(\.name)]))
    #expect(rich.map(\.name) == ["c"])
    rich[0].client = "Apple"
    try second.save()
    #expect(try sql("SELECT ZCLIENT FROM ZTRIP WHERE ZNAME = 'c'") == "Apple")
    try second.delete(model: BusinessTrip.self)
    try second.save()
    #expect(try second.fetch(FetchDescriptor<Trip>()).map(\.name) == ["a"])
  }

  @Test func editingAnObjectFetchedAsItsParent() throws {
    let context = try open()
    let trip = BusinessTrip(name: "b", budget: 5)
    trip.client = "a client whose name is long"
    context.insert(trip)
    try context.save()
    let second = try open()
    let business = try #require(try second.fetch(FetchDescriptor<Trip>()).first as? BusinessTrip)
    // The subclass's properties were not fetched: writing one must not lose the others.
    business.budget = 6
    try second.save()
    #expect(business.client == "a client whose name is long" && business.budget == 6)
    #expect(try sql("SELECT ZBUDGET || ZCLIENT FROM ZTRIP") == "6.0a client whose name is long")
    business.client = nil
    business.name = "c"
    second.rollback()
    #expect(business.client == "a client whose name is long" && business.name == "b" && business.budget == 6)
    second.delete(business)
    #expect(business.isDeleted && business.client == "a client whose name is long")
    try second.save()
    #expect(try sql("SELECT count(*) FROM ZTRIP") == "0")
  }

  @Test func changesAreObservedInBothParts() throws {
    let trip = Conference(name: "c", talks: [])
    let seen = Seen()
    func watch(_ read: @escaping () -> Void) {
      withObservationTracking(read) { seen.count += 1 }
    }
    watch { _ = trip.name }
    trip.budget = 1
    #expect(seen.count == 0)
    trip.name = "d"
    #expect(seen.count == 1)
    watch { _ = trip.talks }
    trip.talks = ["x"]
    #expect(seen.count == 2)
    watch { _ = trip.client }
    trip.client = "y"
    #expect(seen.count == 3)
  }

  @Test func objectsAreReleasedWithBothParts() throws {
    let context = try open()
    weak var gone: Expense?
    weak var trip: BusinessTrip?
    func make() {
      let business = BusinessTrip(name: "b", budget: 1)
      let expense = Expense(amount: 1)
      business.expenses = [expense]
      gone = expense
      trip = business
    }
    make()
    #expect(trip == nil)
    #expect(gone == nil)
    context.insert(BusinessTrip(name: "kept", budget: 1))
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Trip>()) == 1)
    #expect(try context.fetch(FetchDescriptor<Trip>()).first is BusinessTrip)
  }
}

private final class Seen: @unchecked Sendable {
  var count = 0
}

extension InheritanceTests {
  @Test func predicatesAskForTheClass() throws {
    let context = ModelContext(
      try ModelContainer(
        for: Conference.self, PersonalTrip.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
    for trip in [Trip(name: "a"), BusinessTrip(name: "b", budget: 5), PersonalTrip(name: "c", days: 2)] {
      context.insert(trip)
    }
    try context.save()
    let business = try context.fetch(FetchDescriptor<Trip>(predicate: #Predicate { $0 is BusinessTrip }))
    #expect(business.map(\.name) == ["b"])
    let rich = try context.fetch(
      FetchDescriptor<Trip>(predicate: #Predicate { ($0 as? BusinessTrip)?.budget == 5 || $0 is PersonalTrip }))
    #expect(Set(rich.map(\.name)) == ["b", "c"])
  }

  @Test func deletingAClassCanLeaveItsSubclasses() throws {
    let context = try open()
    context.insert(Trip(name: "plain"))
    context.insert(BusinessTrip(name: "business", budget: 1))
    context.insert(Conference(name: "conference", talks: []))
    try context.save()
    try context.delete(model: BusinessTrip.self, includeSubclasses: false)
    try context.save()
    #expect(
      try context.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)])).map(\.name) == ["conference", "plain"])
    try context.delete(model: Trip.self, where: #Predicate { $0.days > 0 }, includeSubclasses: false)
    try context.save()
    #expect(try context.fetch(FetchDescriptor<Trip>()).map(\.name) == ["conference"])
    try context.delete(model: Trip.self)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Trip>()) == 0)
  }

  @Model class Vehicle {
    var name: String
    init(name: String) { self.name = name }
  }

  @Model final class Driver {
    var name: String
    @Relationship(inverse: \Truck.driver) var trucks: [Truck] = []
    init(name: String) { self.name = name }
  }

  @Model final class Truck: Vehicle {
    var driver: Driver?
    var second: Driver?
    init(name: String, driver: Driver?) {
      self.driver = driver
      self.second = driver
      super.init(name: name)
    }
  }

  /// The superclass's part, with the header, is not made yet when the to-one is set.
  @Test(arguments: [true, false]) func aToOneSetBeforeSuperInit(isSaved: Bool) throws {
    let container = try ModelContainer(
      for: Vehicle.self, Truck.self, Driver.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let driver = Driver(name: "d")
    context.insert(driver)
    if isSaved { try context.save() }
    let truck = Truck(name: "t", driver: driver)
    context.insert(truck)
    #expect(truck.driver === driver && driver.trucks.map(\.name) == ["t"])
    try context.save()
    let found = try #require(try ModelContext(container).fetch(FetchDescriptor<Vehicle>()).first as? Truck)
    #expect(found.name == "t" && found.driver?.name == "d" && found.second?.name == "d")
    #expect(found.driver?.trucks.first === found)
  }
}
