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
    one.steps = [Step(text: "cook", minutes: 2), Step(text: "shop", minutes: 12)]
    one.wish = Wish(
      kind: .toy, mood: .calm, tags: ["a"], counts: [:], id: UUID(), since: .distantPast, price: 5, link: nil, short: 3)
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
    try trips(#Predicate { $0.days > limit && $0.name != "x" }, "((t0.ZDAYS > ?) AND (t0.ZNAME IS NOT ?))", ["Sea"])
    try trips(
      #Predicate { $0.notes == nil || !($0.days == 0) }, "((t0.ZNOTES IS NULL) OR NOT (t0.ZDAYS IS ?))",
      ["Sea", "Fair", "Talk"])
    try trips(
      #Predicate { $0.days * 2 + 1 == 7 },
      "(causeway_arithmetic(0, causeway_arithmetic(2, t0.ZDAYS, ?, 0), ?, 0) IS ?)",
      ["Fair", "Talk"])
    try trips(
      #Predicate { $0.days != 0 && 21 / $0.days == 3 },
      "CASE WHEN (t0.ZDAYS IS NOT ?) THEN (causeway_arithmetic(3, ?, t0.ZDAYS, 0) IS ?) ELSE 0 END", ["Sea"])
    try trips(
      #Predicate { -$0.days < -3 || $0.days % 4 == 3 },
      "CASE WHEN (causeway_arithmetic(1, ?, t0.ZDAYS, 0) < ?) THEN 1 ELSE (causeway_arithmetic(4, t0.ZDAYS, ?, 0) IS ?) END",
      ["Sea", "Fair", "Talk"])
    try trips(
      #Predicate { names.contains($0.name) && (0...6).contains($0.days) },
      "((t0.ZNAME IN (?, ?)) AND ((t0.ZDAYS >= ?) AND (t0.ZDAYS <= ?)))", ["home"])
    try trips(
      #Predicate { ($0.notes ?? "none").contains("one") }, "(instr(ifnull(t0.ZNOTES, ?), ?) > 0)",
      ["Sea", "Fair", "Talk"])
    try trips(
      #Predicate { $0.days > 3 ? $0.name == "Sea" : $0.notes != nil },
      "(((t0.ZDAYS > ?) AND (t0.ZNAME IS ?)) OR (NOT ifnull((t0.ZDAYS > ?), 0) AND (t0.ZNOTES IS NOT NULL)))",
      ["Sea", "home"])
    try trips(#Predicate { ($0.days > 3 ? 1 : 2) == 1 }, "(CASE WHEN (t0.ZDAYS > ?) THEN ? ELSE ? END IS ?)", ["Sea"])
    try trips(
      #Predicate {
        let days = $0.days
        let least = limit - 2
        return days >= least && days < 5
      }, "((t0.ZDAYS >= ?) AND (t0.ZDAYS < ?))", ["Fair", "Talk"])
    try trips(
      #Predicate { if let notes = $0.notes { notes.count == 7 } else { $0.days == 7 } },
      "(((t0.ZNOTES IS NOT NULL) AND (causeway_length(t0.ZNOTES) IS ?)) OR ((t0.ZNOTES IS NULL) AND (t0.ZDAYS IS ?)))",
      ["Sea", "home"])
    try trips(#Predicate { $0.notes!.starts(with: "not") }, "(t0.ZNOTES >= ? AND t0.ZNOTES < ?)", ["home"])
    try trips(
      #Predicate { $0.notes.flatMap { $0.contains("thing") } == true },
      "((t0.ZNOTES IS NOT NULL) AND (instr(t0.ZNOTES, ?) > 0))", ["home"])
  }

  @Test func divisionRangesAndSets() throws {
    let set: Set = ["Sea", "home"]
    let none: Set<Int> = []
    try check(
      #Predicate<BusinessTrip> { $0.budget / 2 == 40 },
      "t0.Z_ENT BETWEEN 6 AND 7 AND CASE WHEN t0.Z_ENT BETWEEN 6 AND 7 THEN CASE WHEN (causeway_arithmetic(3, t0.ZBUDGET, ?, 0) IS ?) THEN (causeway_arithmetic(3, t0.ZBUDGET, ?, 0) IS NOT NULL) ELSE 0 END ELSE 0 END",
      ["Talk"], by: \BusinessTrip.name)
    try trips(#Predicate { (1..<7).contains($0.days) }, "((t0.ZDAYS >= ?) AND (t0.ZDAYS < ?))", ["Fair", "Talk"])
    try trips(#Predicate { set.contains($0.name) }, "(t0.ZNAME IN (?, ?))", ["Sea", "home"])
    try trips(#Predicate { Set([0, 3]).contains($0.days) }, "(t0.ZDAYS IN (?, ?))", ["Fair", "Talk", "home"])
    try trips(#Predicate { none.contains($0.days) }, "0", [])
    try trips(
      #Predicate { !set.contains($0.notes ?? "Sea") }, "NOT ifnull((ifnull(t0.ZNOTES, ?) IN (?, ?)), 0)", ["home"])
  }

  /// A String enum is its raw value in the column.
  @Test func rawValuesOfTexts() throws {
    let reasons = ["rest", "work"]
    try check(
      #Predicate<PersonalTrip> { $0.reason.rawValue == "rest" }, "t0.Z_ENT = 8 AND (t0.ZREASON IS ?)", ["Sea"],
      by: \PersonalTrip.name)
    try check(
      #Predicate<PersonalTrip> { $0.reason.rawValue.contains("am") }, "t0.Z_ENT = 8 AND (instr(t0.ZREASON, ?) > 0)", [],
      by: \PersonalTrip.name)
    try check(
      #Predicate<PersonalTrip> { reasons.contains($0.reason.rawValue) }, "t0.Z_ENT = 8 AND (t0.ZREASON IN (?, ?))",
      ["Sea"], by: \PersonalTrip.name)
    try check(
      #Predicate<PersonalTrip> { $0.reason.rawValue > "family" }, "t0.Z_ENT = 8 AND (t0.ZREASON > ?)", ["Sea"],
      by: \PersonalTrip.name)
    try check(
      #Predicate<PersonalTrip> { $0.reason == .rest }, "t0.Z_ENT = 8 AND (t0.ZREASON IS ?)", ["Sea"],
      by: \PersonalTrip.name)
  }

  @Test func text() throws {
    try trips(
      #Predicate { $0.name.localizedStandardContains("é") }, "causeway_contains(t0.ZNAME, ?, 4)", ["Sea", "home"])
    try trips(
      #Predicate { $0.name.caseInsensitiveCompare("SEA") == .orderedSame }, "causeway_equal(t0.ZNAME, ?, 1)", ["Sea"])
    try trips(
      #Predicate { $0.name.localizedCompare("Sea") == .orderedAscending }, "(causeway_order(t0.ZNAME, ?, 2) IS ?)",
      ["Fair", "home"])
    try trips(#Predicate { $0.name.contains(#/^[FT].*[rk]$/#) }, "causeway_pattern(t0.ZNAME, ?)", ["Fair", "Talk"])
    try trips(
      #Predicate { $0.name.count == 3 && !$0.name.isEmpty },
      "((causeway_length(t0.ZNAME) IS ?) AND NOT (t0.ZNAME IS ?))", ["Sea"])
  }

  @Test func relationships() throws {
    try trips(
      #Predicate { $0.stops.isEmpty }, "NOT EXISTS (SELECT 1 FROM ZSTOP AS t1 WHERE t1.ZTRIP = t0.Z_PK)",
      ["Fair", "Talk", "home"])
    try trips(
      #Predicate { $0.stops.count > 1 }, "((SELECT count(*) FROM ZSTOP AS t1 WHERE t1.ZTRIP = t0.Z_PK) > ?)", ["Sea"])
    try trips(
      #Predicate { $0.stops.filter { $0.place == "Rome" }.count == 1 },
      "((SELECT count(*) FROM ZSTOP AS t1 WHERE t1.ZTRIP = t0.Z_PK AND (t1.ZPLACE IS ?)) IS ?)", ["Sea"])
    try trips(
      #Predicate { t in t.stops.contains { $0.place == "Bari" && $0.trip?.name == t.name } },
      "EXISTS (SELECT 1 FROM ZSTOP AS t1 LEFT JOIN ZTRIP AS t2 ON t2.Z_PK = t1.ZTRIP WHERE t1.ZTRIP = t0.Z_PK AND ((t1.ZPLACE IS ?) AND (t2.ZNAME IS t0.ZNAME)))",
      ["Sea"])
    try trips(
      #Predicate { $0.stops.allSatisfy { $0.place.contains("R") || $0.place.contains("B") } && $0.days > 3 },
      "(NOT EXISTS (SELECT 1 FROM ZSTOP AS t1 WHERE t1.ZTRIP = t0.Z_PK AND NOT (ifnull((instr(t1.ZPLACE, ?) > 0), 0) OR ifnull((instr(t1.ZPLACE, ?) > 0), 0))) AND (t0.ZDAYS > ?))",
      ["Sea"])
    try trips(
      #Predicate { $0.stops.count == 0 }, "NOT EXISTS (SELECT 1 FROM ZSTOP AS t1 WHERE t1.ZTRIP = t0.Z_PK)",
      ["Fair", "Talk", "home"])
    try trips(
      #Predicate { $0.stops.count > 0 && 1 <= $0.stops.filter { $0.place == "Rome" }.count },
      "(EXISTS (SELECT 1 FROM ZSTOP AS t1 WHERE t1.ZTRIP = t0.Z_PK) AND EXISTS (SELECT 1 FROM ZSTOP AS t2 WHERE t2.ZTRIP = t0.Z_PK AND (t2.ZPLACE IS ?)))",
      ["Sea"])
    try travellers(
      #Predicate { $0.favourite?.stops.count != 0 },
      "(t1.Z_PK IS NULL OR EXISTS (SELECT 1 FROM ZSTOP AS t2 WHERE t2.ZTRIP = t1.Z_PK))", ["Bo", "Cy"])
    try travellers(#Predicate { $0.favourite == nil }, "(t0.ZFAVOURITE IS NULL)", ["Cy"])
    try travellers(#Predicate { $0.favourite?.name == "Fair" }, "(t1.ZNAME IS ?)", ["Ann"])
    try travellers(
      #Predicate { $0.favourite?.stops.isEmpty ?? true },
      "((t0.ZFAVOURITE IS NULL) OR (t1.Z_PK IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ZSTOP AS t2 WHERE t2.ZTRIP = t1.Z_PK)))",
      ["Ann", "Cy"])
    try travellers(
      #Predicate {
        $0.favourite?.stops.contains { s in s.trip?.stops.contains { $0.place == "Rome" } ?? false } ?? false
      },
      "((t0.ZFAVOURITE IS NOT NULL) AND EXISTS (SELECT 1 FROM ZSTOP AS t2 LEFT JOIN ZTRIP AS t3 ON t3.Z_PK = t2.ZTRIP WHERE t2.ZTRIP = t1.Z_PK AND ((t2.ZTRIP IS NOT NULL) AND EXISTS (SELECT 1 FROM ZSTOP AS t4 WHERE t4.ZTRIP = t3.Z_PK AND (t4.ZPLACE IS ?)))))",
      ["Bo"])
    let trip = try #require(context.fetch(FetchDescriptor<Trip>(predicate: #Predicate { $0.name == "Sea" })).first)
    let id = trip.persistentModelID
    try travellers(#Predicate { $0.favourite?.persistentModelID == id }, "(t0.ZFAVOURITE IS ?)", ["Bo"])
    try trips(#Predicate { [id].contains($0.persistentModelID) }, "(t0.Z_PK IN (?))", ["Sea"])
  }

  @Test func inheritance() throws {
    try trips(
      #Predicate { $0 is BusinessTrip }, "(t0.Z_ENT BETWEEN 6 AND 7)",
      ["Fair", "Talk"])
    try trips(
      #Predicate { !($0 is Conference) && $0.days == 3 },
      "(NOT (t0.Z_ENT = 7) AND (t0.ZDAYS IS ?))", ["Fair"])
    try trips(
      #Predicate { if let b = $0 as? BusinessTrip { b.budget > 100 } else { false } },
      "((t0.Z_ENT BETWEEN 6 AND 7) AND (CASE WHEN t0.Z_ENT BETWEEN 6 AND 7 THEN t0.ZBUDGET END > ?))",
      ["Fair"])
    try trips(
      #Predicate { ($0 as? BusinessTrip)?.client == nil },
      "(CASE WHEN t0.Z_ENT BETWEEN 6 AND 7 THEN t0.ZCLIENT END IS NULL)", ["Sea", "Talk", "home"])
    try trips(#Predicate { ($0 as? Conference)?.host?.name == "Ann" }, "(t1.ZNAME IS ?)", ["Talk"])
    try trips(
      #Predicate { ($0 as? BusinessTrip)?.expenses?.contains { $0.amount > 10 } ?? false },
      "((t0.Z_ENT BETWEEN 6 AND 7) AND EXISTS (SELECT 1 FROM ZEXPENSE AS t1 WHERE t1.ZTRIP = CASE WHEN t0.Z_ENT BETWEEN 6 AND 7 THEN t0.Z_PK END AND (t1.ZAMOUNT > ?)))",
      ["Fair"])
    try travellers(
      #Predicate { ($0.favourite as? BusinessTrip)?.budget == 120 },
      "(CASE WHEN t1.Z_ENT BETWEEN 6 AND 7 THEN t1.ZBUDGET END IS ?)", ["Ann"])
    // A cast that is forced goes on with nil where the object is another one.
    try trips(
      #Predicate { ($0 as! BusinessTrip).budget > 100 }, "(CASE WHEN t0.Z_ENT BETWEEN 6 AND 7 THEN t0.ZBUDGET END > ?)",
      ["Fair"])
    try trips(
      #Predicate { $0 is Conference && ($0 as! Conference).host?.name == "Ann" },
      "((t0.Z_ENT = 7) AND (t1.ZNAME IS ?))", ["Talk"])
    // To-manys that are declared optional: never nil in a store.
    try check(
      #Predicate<BusinessTrip> { $0.expenses?.isEmpty == true },
      "t0.Z_ENT BETWEEN 6 AND 7 AND NOT EXISTS (SELECT 1 FROM ZEXPENSE AS t1 WHERE t1.ZTRIP = t0.Z_PK)", ["Talk"],
      by: \BusinessTrip.name)
    try check(
      #Predicate<BusinessTrip> { $0.expenses?.isEmpty != false },
      "t0.Z_ENT BETWEEN 6 AND 7 AND NOT NOT NOT EXISTS (SELECT 1 FROM ZEXPENSE AS t1 WHERE t1.ZTRIP = t0.Z_PK)",
      ["Talk"], by: \BusinessTrip.name)
    try check(
      #Predicate<BusinessTrip> { $0.expenses?.isEmpty == false },
      "t0.Z_ENT BETWEEN 6 AND 7 AND NOT NOT EXISTS (SELECT 1 FROM ZEXPENSE AS t1 WHERE t1.ZTRIP = t0.Z_PK)", ["Fair"],
      by: \BusinessTrip.name)
    try check(
      #Predicate<BusinessTrip> { $0.expenses?.isEmpty != true },
      "t0.Z_ENT BETWEEN 6 AND 7 AND NOT NOT EXISTS (SELECT 1 FROM ZEXPENSE AS t1 WHERE t1.ZTRIP = t0.Z_PK)", ["Fair"],
      by: \BusinessTrip.name)
    try check(
      #Predicate<BusinessTrip> { $0.expenses!.isEmpty },
      "t0.Z_ENT BETWEEN 6 AND 7 AND NOT EXISTS (SELECT 1 FROM ZEXPENSE AS t1 WHERE t1.ZTRIP = t0.Z_PK)", ["Talk"],
      by: \BusinessTrip.name)
    try check(
      #Predicate<BusinessTrip> { !$0.expenses!.isEmpty },
      "t0.Z_ENT BETWEEN 6 AND 7 AND NOT NOT EXISTS (SELECT 1 FROM ZEXPENSE AS t1 WHERE t1.ZTRIP = t0.Z_PK)", ["Fair"],
      by: \BusinessTrip.name)
    try check(
      #Predicate<BusinessTrip> { $0.expenses?.isEmpty ?? true },
      "t0.Z_ENT BETWEEN 6 AND 7 AND NOT EXISTS (SELECT 1 FROM ZEXPENSE AS t1 WHERE t1.ZTRIP = t0.Z_PK)", ["Talk"],
      by: \BusinessTrip.name)
    try check(
      #Predicate<BusinessTrip> { $0.expenses?.count == 2 },
      "t0.Z_ENT BETWEEN 6 AND 7 AND ((SELECT count(*) FROM ZEXPENSE AS t1 WHERE t1.ZTRIP = t0.Z_PK) IS ?)", ["Fair"],
      by: \BusinessTrip.name)
  }

  @Test func composites() throws {
    let side = Place(street: "Side", number: nil, position: nil)
    try people(
      #Predicate { $0.home.street == "Main" && $0.home.number == 1 }, "((t0.ZSTREET IS ?) AND (t0.ZNUMBER IS ?))",
      ["one"])
    try people(#Predicate { $0.work?.position?.latitude == 1.5 }, "(t0.ZLATITUDE1 IS ?)", ["one"])
    try people(
      #Predicate { $0.work == nil },
      "NOT ((t0.ZSTREET1 IS NOT NULL) OR (t0.ZNUMBER1 IS NOT NULL) OR (t0.ZLATITUDE1 IS NOT NULL) OR (t0.ZLONGITUDE1 IS NOT NULL))",
      ["two"])
    try people(
      #Predicate { $0.home == side },
      "((t0.ZSTREET IS ?) AND (t0.ZNUMBER IS NULL) AND (t0.ZLATITUDE IS NULL) AND (t0.ZLONGITUDE IS NULL))", ["two"])
    try people(
      #Predicate { $0.mood == .calm }, "((t0.ZCALM IS ?) AND (t0.ZWILD IS NULL) AND (t0.ZDEFAULT IS NULL))", ["one"])
    try people(
      #Predicate { $0.oldMood == nil && $0.mood != .calm },
      "(NOT ((t0.ZCALM1 IS NOT NULL) OR (t0.ZWILD1 IS NOT NULL) OR (t0.ZDEFAULT1 IS NOT NULL)) AND NOT ((t0.ZCALM IS ?) AND (t0.ZWILD IS NULL) AND (t0.ZDEFAULT IS NULL)))",
      ["two"])
    try people(
      #Predicate { $0.level == .high || $0.level.rawValue < -1 }, "((t0.ZLEVEL IS ?) OR (t0.ZLEVEL < ?))", ["one"])
  }

  /// Coding keys of other names change nothing: columns are named after the properties (StoreFormat.md section 7).
  @Test func renamedParts() throws {
    try people(
      #Predicate { $0.wish?.price == 5 && $0.wish?.short == 3 }, "((t0.ZPRICE IS ?) AND (t0.ZSHORT IS ?))", ["one"])
    try people(#Predicate { $0.wish?.kind == .toy }, "(t0.ZKIND IS ?)", ["one"])
    try people(
      #Predicate { $0.wish?.link == nil && $0.wish != nil },
      "((t0.ZLINK IS NULL) AND NOT NOT ((t0.ZKIND IS NOT NULL) OR (t0.ZCALM2 IS NOT NULL) OR (t0.ZWILD2 IS NOT NULL) OR (t0.ZDEFAULT2 IS NOT NULL) OR (t0.ZTAGS IS NOT NULL) OR (t0.ZCOUNTS IS NOT NULL) OR (t0.ZID IS NOT NULL) OR (t0.ZSINCE IS NOT NULL) OR (t0.ZPRICE IS NOT NULL) OR (t0.ZLINK IS NOT NULL) OR (t0.ZSHORT IS NOT NULL)))",
      ["one"])
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
    let shop = Step(text: "shop", minutes: 12)
    try people(#Predicate { $0.steps.contains { $0.minutes > 3 } }, nil, ["one"])
    try people(#Predicate { $0.steps.contains { $0.minutes > 3 && $0.text.contains("k") } }, nil, [])
    try people(#Predicate { $0.steps.allSatisfy { $0.text.count == 4 } && !$0.steps.isEmpty }, nil, ["one"])
    try people(#Predicate { $0.steps.filter { $0.minutes < 3 }.count == 1 }, nil, ["one"])
    try people(#Predicate { $0.steps.contains(shop) }, nil, ["one"])
    let ages = ["one": 7, "two": 8]
    try people(
      #Predicate { ages[$0.name] == 8 },
      "(CASE WHEN (t0.ZNAME IS ?) THEN ? ELSE CASE WHEN (t0.ZNAME IS ?) THEN ? ELSE NULL END END IS ?)", ["two"])
  }

  @Test func composition() throws {
    let long = #Predicate<Trip> { $0.days > 3 }
    let named = #Predicate<Trip> { $0.name.contains("a") }
    let weeks = #Expression<Trip, Int> { $0.days / 7 }
    try trips(
      #Predicate { long.evaluate($0) && named.evaluate($0) }, "((t0.ZDAYS > ?) AND (instr(t0.ZNAME, ?) > 0))", ["Sea"])
    try trips(
      #Predicate { !long.evaluate($0) || !named.evaluate($0) },
      "(NOT ifnull((t0.ZDAYS > ?), 0) OR NOT ifnull((instr(t0.ZNAME, ?) > 0), 0))", ["Fair", "Talk", "home"])
    try trips(#Predicate { weeks.evaluate($0) == 1 }, "(causeway_arithmetic(3, t0.ZDAYS, ?, 0) IS ?)", ["Sea"])
    try travellers(
      #Predicate { $0.favourite.flatMap { long.evaluate($0) } ?? false },
      "((t0.ZFAVOURITE IS NOT NULL) AND (t1.ZDAYS > ?))", ["Bo"])
    #expect(try context.fetch(FetchDescriptor<Trip>(predicate: long)).map { try weeks.evaluate($0) } == [1])
  }
}
