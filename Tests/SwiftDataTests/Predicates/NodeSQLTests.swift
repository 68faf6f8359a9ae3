import ObjectGraph
import QueryModel
import SQLCompiler
import TestKit
import Testing

@testable import SQLiteStore
@testable import SwiftData

/// The SQL of every kind of node beside the rows that it picks; memory has to pick the same.
@Suite struct NodeSQLTests {
  let context: ModelContext

  init() throws {
    let container = try ModelContainer(
      for: Trip.self, BusinessTrip.self, Conference.self, PersonalTrip.self, Stop.self, Expense.self,
      Traveller.self, Person.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    context = ModelContext(container)
    let sea = PersonalTrip(name: "Sea", days: 7)
    let fair = BusinessTrip(name: "Fair", budget: 120)
    fair.client = "Åse"
    let talk = Conference(name: "Talk", talks: ["a", "b"])
    talk.budget = 80
    let home = Trip(name: "home", days: 0)
    home.notes = "nothing"
    for trip in [sea, fair, talk, home] { context.insert(trip) }
    sea.stops = [Stop(place: "Rome"), Stop(place: "Bari")]
    fair.expenses = [Expense(amount: 5), Expense(amount: 50)]
    let ann = Traveller(name: "Ann")
    ann.favourite = fair
    let bo = Traveller(name: "Bo")
    bo.favourite = sea
    for traveller in [ann, bo, Traveller(name: "Cy")] { context.insert(traveller) }
    talk.host = ann
    let one = Person(name: "one", home: Place(street: "Main", number: 1))
    one.work = Place(street: "Side", number: nil, position: Place.Position(latitude: 1.5, longitude: 2))
    (one.mood, one.level, one.words, one.numbers, one.scores) = (.calm, .high, ["x", "y"], [3, 9], ["a": 1])
    let two = Person(name: "two", home: Place(street: "Side", number: nil))
    for person in [one, two] { context.insert(person) }
    try context.save()
  }

  /// - Parameter sql: what follows WHERE; `nil` where SQL cannot say it and the objects are asked.
  func check<Model: PersistentModel>(
    _ predicate: Predicate<Model>, _ sql: String?, _ names: [String], by name: (Model) -> String,
    location: SourceLocation = #_sourceLocation
  ) throws {
    let request = try ModelFetch(FetchDescriptor(predicate: predicate), context.graph).wholeRequest
    let store = try #require(context.graph.store as? SQLiteStore)
    let statement = try? store.schema.compiler.compile(request).sql
    let condition = statement.map { text in
      text.components(separatedBy: " WHERE ").dropFirst().joined(separator: " WHERE ")
        .components(separatedBy: " ORDER BY ")[0]
    }
    #expect(condition == sql, sourceLocation: location)
    #expect(try context.fetch(FetchDescriptor(predicate: predicate)).map(name) == names, sourceLocation: location)
    let objects = try context.graph.objectsInMemory(request, includesPending: true).compactMap { $0 as? Model }
    #expect(objects.map(name) == names, sourceLocation: location)
    #expect(!"\(predicate)".isEmpty && !predicate.debugDescription.isEmpty)
  }

  func trips(
    _ predicate: Predicate<Trip>, _ sql: String?, _ names: [String], location: SourceLocation = #_sourceLocation
  ) throws { try check(predicate, sql, names, by: \.name, location: location) }

  func people(
    _ predicate: Predicate<Person>, _ sql: String?, _ names: [String], location: SourceLocation = #_sourceLocation
  ) throws { try check(predicate, sql, names, by: \.name, location: location) }

  func travellers(
    _ predicate: Predicate<Traveller>, _ sql: String?, _ names: [String], location: SourceLocation = #_sourceLocation
  ) throws { try check(predicate, sql, names, by: \.name, location: location) }

  @Test func valuesAndArithmetic() throws {
    let (limit, names) = (3, ["Sea", "home"])
    try trips(#Predicate { $0.days > limit && $0.name != "x" }, "@1", ["Sea"])
    try trips(#Predicate { $0.notes == nil || !($0.days == 0) }, "@2", ["Sea", "Fair", "Talk"])
    try trips(#Predicate { $0.days * 2 + 1 == 7 }, "@3", ["Fair", "Talk"])
    try trips(#Predicate { $0.days != 0 && 21 / $0.days == 3 }, "@4", ["Sea"])
    try trips(#Predicate { -$0.days < -3 || $0.days % 4 == 3 }, "@5", ["Sea", "Fair", "Talk"])
    try trips(#Predicate { names.contains($0.name) && (0...6).contains($0.days) }, "@6", ["home"])
    try trips(#Predicate { ($0.notes ?? "none").contains("one") }, "@7", ["Sea", "Fair", "Talk"])
    try trips(#Predicate { $0.days > 3 ? $0.name == "Sea" : $0.notes != nil }, "@8", ["Sea", "home"])
    try trips(#Predicate { ($0.days > 3 ? 1 : 2) == 1 }, "@9", ["Sea"])
    try trips(
      #Predicate {
        let days = $0.days
        let least = limit - 2
        return days >= least && days < 5
      }, "@10", ["Fair", "Talk"])
    try trips(
      #Predicate { if let notes = $0.notes { notes.count == 7 } else { $0.days == 7 } }, "@11", ["Sea", "home"])
    try trips(#Predicate { $0.notes!.starts(with: "not") }, "@12", ["home"])
    try trips(#Predicate { $0.notes.flatMap { $0.contains("thing") } == true }, "@13", ["home"])
  }

  @Test func text() throws {
    try trips(#Predicate { $0.name.localizedStandardContains("é") }, "@14", ["Sea", "home"])
    try trips(#Predicate { $0.name.caseInsensitiveCompare("SEA") == .orderedSame }, "@15", ["Sea"])
    try trips(#Predicate { $0.name.localizedCompare("Sea") == .orderedAscending }, "@16", ["Fair", "home"])
    try trips(#Predicate { $0.name.contains(#/^[FT].*[rk]$/#) }, "@17", ["Fair", "Talk"])
    try trips(#Predicate { $0.name.count == 3 && !$0.name.isEmpty }, "@18", ["Sea"])
  }

  @Test func relationships() throws {
    try trips(#Predicate { $0.stops.isEmpty }, "@19", ["Fair", "Talk", "home"])
    try trips(#Predicate { $0.stops.count > 1 }, "@20", ["Sea"])
    try trips(#Predicate { $0.stops.filter { $0.place == "Rome" }.count == 1 }, "@21", ["Sea"])
    try trips(#Predicate { t in t.stops.contains { $0.place == "Bari" && $0.trip?.name == t.name } }, "@22", ["Sea"])
    try trips(
      #Predicate { $0.stops.allSatisfy { $0.place.contains("R") || $0.place.contains("B") } && $0.days > 3 }, "@23",
      ["Sea"])
    try travellers(#Predicate { $0.favourite == nil }, "@24", ["Cy"])
    try travellers(#Predicate { $0.favourite?.name == "Fair" }, "@25", ["Ann"])
    try travellers(#Predicate { $0.favourite?.stops.isEmpty ?? true }, "@26", ["Ann", "Cy"])
    try travellers(
      #Predicate {
        $0.favourite?.stops.contains { s in s.trip?.stops.contains { $0.place == "Rome" } ?? false } ?? false
      },
      "@27", ["Bo"])
    let trip = try #require(context.fetch(FetchDescriptor<Trip>(predicate: #Predicate { $0.name == "Sea" })).first)
    let id = trip.persistentModelID
    try travellers(#Predicate { $0.favourite?.persistentModelID == id }, "@29", ["Bo"])
    try trips(#Predicate { [id].contains($0.persistentModelID) }, "@30", ["Sea"])
  }

  @Test func inheritance() throws {
    try trips(#Predicate { $0 is BusinessTrip }, "@31", ["Fair", "Talk"])
    try trips(#Predicate { !($0 is Conference) && $0.days == 3 }, "@32", ["Fair"])
    try trips(#Predicate { if let b = $0 as? BusinessTrip { b.budget > 100 } else { false } }, "@33", ["Fair"])
    try trips(#Predicate { ($0 as? BusinessTrip)?.client == nil }, "@34", ["Sea", "Talk", "home"])
    try trips(#Predicate { ($0 as? Conference)?.host?.name == "Ann" }, "@35", ["Talk"])
    try trips(
      #Predicate { ($0 as? BusinessTrip)?.expenses?.contains { $0.amount > 10 } ?? false }, "@36", ["Fair"])
    try travellers(#Predicate { ($0.favourite as? BusinessTrip)?.budget == 120 }, "@37", ["Ann"])
    try check(
      #Predicate<BusinessTrip> { $0.expenses?.isEmpty ?? true }, "@38", ["Talk"], by: \BusinessTrip.name)
    try check(
      #Predicate<BusinessTrip> { $0.expenses?.count == 2 }, "@39", ["Fair"], by: \BusinessTrip.name)
  }

  @Test func composites() throws {
    let side = Place(street: "Side", number: nil, position: nil)
    try people(#Predicate { $0.home.street == "Main" && $0.home.number == 1 }, "@40", ["one"])
    try people(#Predicate { $0.work?.position?.latitude == 1.5 }, "@41", ["one"])
    try people(#Predicate { $0.work == nil }, "@42", ["two"])
    try people(#Predicate { $0.home == side }, "@43", ["two"])
    try people(#Predicate { $0.mood == .calm }, "@44", ["one"])
    try people(#Predicate { $0.oldMood == nil && $0.mood != .calm }, "@45", ["two"])
    try people(#Predicate { $0.level == .high || $0.level.rawValue < -1 }, "@46", ["one"])
  }

  @Test func collectionsOfValues() throws {
    try people(#Predicate { $0.words.contains("x") }, nil, ["one"])
    try people(#Predicate { $0.words.isEmpty || $0.words.count > 5 }, nil, ["two"])
    try people(#Predicate { $0.words.count > 1 && $0.words[1] == "y" }, nil, ["one"])
    try people(#Predicate { $0.words.count > 1 && $0.words[0..<1].contains("x") }, nil, ["one"])
    try people(#Predicate { $0.numbers?.max() == 9 && $0.numbers?.min() == 3 }, nil, ["one"])
    try people(#Predicate { $0.words.contains { $0 == "y" } && $0.words.allSatisfy { $0 < "z" } }, nil, ["one"])
    try people(#Predicate { $0.words.filter { $0 > "x" }.count == 1 }, nil, ["one"])
    try people(#Predicate { $0.scores["a"] == 1 && $0.scores["b", default: 4] == 4 }, nil, ["one"])
    let ages = ["one": 7, "two": 8]
    try people(#Predicate { ages[$0.name] == 8 }, "@47", ["two"])
  }

  @Test func composition() throws {
    let long = #Predicate<Trip> { $0.days > 3 }
    let named = #Predicate<Trip> { $0.name.contains("a") }
    let weeks = #Expression<Trip, Int> { $0.days / 7 }
    try trips(#Predicate { long.evaluate($0) && named.evaluate($0) }, "@48", ["Sea"])
    try trips(#Predicate { !long.evaluate($0) || !named.evaluate($0) }, "@49", ["Fair", "Talk", "home"])
    try trips(#Predicate { weeks.evaluate($0) == 1 }, "@50", ["Sea"])
    try travellers(#Predicate { $0.favourite.flatMap { long.evaluate($0) } ?? false }, "@51", ["Bo"])
    #expect(try context.fetch(FetchDescriptor<Trip>(predicate: long)).map { try weeks.evaluate($0) } == [1])
  }
}
