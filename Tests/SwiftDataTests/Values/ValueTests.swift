import ModelDescription
import ObjectGraph
import SQLiteDriver
import SchemaTypes
import SwiftData
import TestKit
import Testing

@Suite struct ValueTests {
  private let folder: TemporaryFolder
  private let url: URL

  init() throws {
    folder = try TemporaryFolder()
    url = folder.file("People.store")
  }

  private func open() throws -> ModelContext {
    ModelContext(try ModelContainer(for: Person.self, configurations: ModelConfiguration("People", url: url)))
  }

  private func sql(_ statement: String) throws -> String? {
    try Connection(path: url.path, mode: .untouched).text(statement)
  }

  private func execute(_ statement: String) throws {
    try Connection(path: url.path, mode: .readWrite).execute(statement)
  }

  private static let wish = Wish(
    kind: .toy, mood: .calm, tags: ["a", "é"], counts: ["x": 1], id: UUID(),
    since: Date(timeIntervalSinceReferenceDate: 9.5),
    price: Decimal(string: "12.30") ?? 0, link: URL(string: "https://example.org"), short: -3)

  @Test func everyKindOfValueSurvives() throws {
    do {
      let context = try open()
      let person = Person(
        name: "Ada", home: Place(street: "Main", number: nil, position: .init(latitude: 1, longitude: 2)))
      person.work = Place(street: "Side", number: 7, position: nil)
      person.wish = Self.wish
      person.mood = .default
      person.level = .high
      person.words = ["one", "two"]
      person.numbers = [1, -2, 3]
      person.steps = [Step(text: "stir", minutes: 3)]
      person.seen = [4, 5]
      person.scores = ["a": 0.5]
      person.blobs = [Data([0, 255])]
      context.insert(person)
      context.insert(Person(name: "Bob", home: Place(street: "Road", number: 1, position: nil)))
      try context.save()
    }
    let context = try open()
    let people = try context.fetch(FetchDescriptor<Person>(sortBy: [SortDescriptor(\.name)]))
    let (ada, bob) = (people[0], people[1])
    #expect(ada.home == Place(street: "Main", number: nil, position: .init(latitude: 1, longitude: 2)))
    #expect(ada.work == Place(street: "Side", number: 7, position: nil))
    #expect(ada.wish == Self.wish && ada.mood == .default && ada.level == .high && ada.oldMood == nil)
    #expect(ada.words == ["one", "two"] && ada.numbers == [1, -2, 3] && ada.steps == [Step(text: "stir", minutes: 3)])
    #expect(ada.seen == [4, 5] && ada.scores == ["a": 0.5] && ada.blobs == [Data([0, 255])])
    #expect(bob.work == nil && bob.wish == nil && bob.numbers == nil && bob.words == [] && bob.mood == .wild)
    #expect(!context.hasChanges)
  }

  /// StoreFormat.md section 7: each leaf has a column of its own short name, a case the column of its own name.
  @Test func columnsAreThoseOfTheFormat() throws {
    let context = try open()
    let person = Person(name: "Ada", home: Place(street: "Main", number: 5, position: .init(latitude: 1, longitude: 2)))
    person.wish = Self.wish
    person.oldMood = .calm
    person.words = ["a"]
    context.insert(person)
    try context.save()
    // `home` comes before `wish` and `work`; a name's second use gets a 1.
    #expect(try sql("SELECT ZSTREET || ZNUMBER || ZLATITUDE || ZLONGITUDE FROM ZPERSON") == "Main51.02.0")
    #expect(try sql("SELECT ZSTREET1 FROM ZPERSON") == nil)
    #expect(
      try sql("SELECT ZKIND || ' ' || ZSHORT || ' ' || ZPRICE || ' ' || ZLINK FROM ZPERSON")
        == "2 -3 12.3 https://example.org")
    #expect(try sql("SELECT CAST(ZTAGS AS TEXT) || CAST(ZCOUNTS AS TEXT) FROM ZPERSON") == #"["a","é"]{"x":1}"#)
    #expect(try sql("SELECT hex(substr(ZWORDS, 1, 8)) FROM ZPERSON") == "62706C6973743030")
    #expect(
      try sql("SELECT count(*) FROM pragma_table_info('ZPERSON') WHERE name IN ('ZHOME', 'ZWISH', 'ZMOOD')") == "0")
    let chosen = "SELECT coalesce(ZCALM, '-') || coalesce(ZWILD, '-') || coalesce(ZDEFAULT, '-') FROM ZPERSON"
    #expect(try sql(chosen) == "-wild-")
    person.mood = .calm
    try context.save()
    #expect(try sql(chosen) == "calm--")
  }

  @Test func partsOfAValueAreChangedInPlace() throws {
    let context = try open()
    let person = Person(name: "Ada", home: Place(street: "Main", number: 5, position: nil))
    context.insert(person)
    try context.save()
    let second = try open()
    let read = try #require(try second.fetch(FetchDescriptor<Person>()).first)
    read.home.street = "Other"
    read.home.position = .init(latitude: 3, longitude: 4)
    read.words.append("w")
    #expect(second.hasChanges)
    second.rollback()
    #expect(read.home.street == "Main" && read.words == [])
    read.home.number = nil
    read.work = read.home
    try second.save()
    #expect(try sql("SELECT ZSTREET || ZSTREET1 || coalesce(ZNUMBER, '-') FROM ZPERSON") == "MainMain-")
    read.work = nil
    try second.save()
    #expect(try sql("SELECT ZSTREET1 FROM ZPERSON") == nil)
  }

  @Test func aRowThatFitsNoValueIsNamed() throws {
    let context = try open()
    context.insert(Person(name: "Ada", home: Place(street: "Main", number: 5, position: nil)))
    try context.save()
    try execute("UPDATE ZPERSON SET ZCALM = 'calm', ZWORDS = x'00'")
    let second = try open()
    let read = try #require(try second.fetch(FetchDescriptor<Person>()).first)
    // A read cannot throw: it answers with an empty value, and the next call that can throws.
    #expect(read.mood == .calm)
    let error = #expect(throws: (any Error).self) { try second.save() }
    #expect("\(error as Any)".contains("Person.mood"))
    #expect(read.words == [])
    let next = #expect(throws: (any Error).self) { try second.fetch(FetchDescriptor<Person>()) }
    #expect("\(next as Any)".contains("Person.words"))
    #expect(try sql("SELECT hex(ZWORDS) FROM ZPERSON") == "00")
  }

  @Test func compositesInTheModelAreOfOptionalLeaves() throws {
    let model = try Schema([Person.self]).modelDescription()
    let person = try #require(model.entity(named: "Person"))
    func attribute(_ name: String) throws -> AttributeDescription {
      try #require(person.attributes.first { $0.name == name })
    }
    let home = try attribute("home")
    #expect(home.type == .composite && !home.isOptional)
    #expect(home.elements.map(\.name) == ["street", "number", "position"])
    #expect(home.elements.map(\.type) == [.string, .integer64, .composite] && home.elements.allSatisfy(\.isOptional))
    #expect(home.elements[2].elements.map(\.name) == ["latitude", "longitude"])
    #expect(try attribute("work").isOptional)
    let wish = try attribute("wish")
    #expect(wish.elements.map(\.name) == ["kind", "mood", "tags", "counts", "id", "since", "price", "link", "short"])
    #expect(
      wish.elements.map(\.type) == [.composite, .composite, .binary, .binary, .uuid, .date, .decimal, .uri, .integer16])
    #expect(try attribute("mood").elements.map(\.name) == ["calm", "wild", "default"])
    #expect(try attribute("level").elements.map(\.type) == [.integer16])
    #expect(try attribute("scores").valueClassName == "Dictionary<String, Double>")
  }
}
