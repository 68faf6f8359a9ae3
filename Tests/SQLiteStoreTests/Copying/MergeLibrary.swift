import Foundation
import ModelDescription
import SQLiteDriver
import StoreContract
import TestKit

@testable import SQLiteStore

/// Stores of a model with every kind of relationship, mandatory ones among them, filled by names.
struct MergeLibrary {
  let folder: TemporaryFolder
  let model: ResolvedModel

  static let keys = [
    "Person": ["name"], "Passport": ["number"], "Book": ["isbn"], "Shelf": ["room", "place"], "Tag": ["name"],
  ]

  init(_ change: (inout ModelDescription) -> Void = { _ in }) throws {
    folder = try TemporaryFolder()
    var description =
      ModelDescription(
        entities: [
          EntityDescription(
            name: "Book",
            attributes: [
              .init(name: "isbn", type: .string, isOptional: true),
              .init(name: "title", type: .string, isOptional: true),
              .init(name: "price", type: .decimal, isOptional: true),
              .init(name: "cover", type: .binary, isOptional: true, allowsExternalStorage: true),
            ],
            relationships: [
              .init(
                name: "owner", destinationEntityName: "Person", inverseName: "books", isOptional: false, isToMany: false
              ),
              .init(name: "shelf", destinationEntityName: "Shelf", inverseName: "books", isToMany: false),
              .init(name: "tags", destinationEntityName: "Tag", inverseName: "books", isToMany: true),
              .init(name: "sequel", destinationEntityName: "Book", inverseName: "prequel", isToMany: false),
              .init(name: "prequel", destinationEntityName: "Book", inverseName: "sequel", isToMany: false),
            ]),
          EntityDescription(
            name: "Magazine", superentityName: "Book",
            attributes: [.init(name: "issue", type: .integer64, isOptional: true)]),
          EntityDescription(
            name: "Passport", attributes: [.init(name: "number", type: .integer64, isOptional: true)],
            relationships: [
              .init(
                name: "holder", destinationEntityName: "Person", inverseName: "passport", isOptional: false,
                isToMany: false)
            ]),
          EntityDescription(
            name: "Person", attributes: [.init(name: "name", type: .string, isOptional: true)],
            relationships: [
              .init(name: "books", destinationEntityName: "Book", inverseName: "owner", isToMany: true),
              .init(name: "friends", destinationEntityName: "Person", inverseName: "friends", isToMany: true),
              .init(
                name: "passport", destinationEntityName: "Passport", inverseName: "holder", isOptional: false,
                isToMany: false),
            ]),
          EntityDescription(
            name: "Shelf",
            attributes: [
              .init(name: "room", type: .string, isOptional: true),
              .init(name: "place", type: .integer16, isOptional: true),
            ],
            relationships: [
              .init(
                name: "books", destinationEntityName: "Book", inverseName: "shelf", isToMany: true, isOrdered: true),
              .init(name: "shown", destinationEntityName: "Tag", isToMany: true),
            ]),
          EntityDescription(
            name: "Tag", attributes: [.init(name: "name", type: .string, isOptional: true)],
            relationships: [
              .init(name: "books", destinationEntityName: "Book", inverseName: "tags", isToMany: true, isOrdered: true)
            ]),
        ], versionIdentifiers: ["1.0.0"])
    change(&description)
    model = try ResolvedModel(description)
  }

  func path(_ name: String) -> String { folder.file("\(name).sqlite").path }

  func create(_ name: String, withHistory: Bool = true) throws -> SQLiteStore {
    try SQLiteStore.create(
      path(name), model: model, metadata: StoreMetadata(newStoreOf: model),
      modelCache: SQLiteStore.modelCache(of: model, namesDefaultConfiguration: true), withHistory: withHistory)
  }

  func open(_ name: String) throws -> SQLiteStore { try SQLiteStore.open(path(name), model: model) }

  /// A store of persons with passports, books that they own, in series, on shelves, with tags.
  @discardableResult func fill(_ name: String, persons: Int = 5, books: Int = 30) throws -> SQLiteStore {
    let store = try create(name)
    var draft = Draft(model)
    for number in 0..<persons {
      let person = draft.insert("Person", ["name": .text("Person \(number)")])
      let passport = draft.insert("Passport", ["number": .integer(Int64(1000 + number)), "holder": .reference(person)])
      draft.set(person, "passport", .reference(passport))
    }
    let shelves = (0..<4).map { number -> RowKey in
      // A shelf without a place is the only one of its room.
      draft.insert(
        "Shelf", ["room": .text("Room \(number / 2)"), "place": number == 3 ? .null : .integer(Int64(number))])
    }
    let tags = (0..<6).map { draft.insert("Tag", ["name": .text("Tag \($0)")]) }
    var all: [RowKey] = []
    for number in 0..<books {
      var values: [String: StoredValue] = [
        "isbn": .text("isbn \(number)"), "title": .text("Title \(number)"), "price": .text("\(number).5"),
        "owner": .reference(draft.key("Person", number % persons)),
      ]
      if number % 5 != 0 { values["shelf"] = .reference(shelves[number % 4]) }
      if number == 7 { values["cover"] = .blob(Data(repeating: 7, count: 150_000)) }
      if number % 4 == 3 { values["issue"] = .integer(Int64(number)) }
      all.append(draft.insert(number % 4 == 3 ? "Magazine" : "Book", values))
    }
    for number in stride(from: 0, to: books - 1, by: 3) {
      draft.set(all[number], "sequel", .reference(all[number + 1]))
      draft.set(all[number + 1], "prequel", .reference(all[number]))
    }
    for (index, tag) in tags.enumerated() {
      let members = all.indices.filter { ($0 + index) % 3 == 0 }.map { all[$0] }
      draft.request.links.append(.init(owner: tag, relationship: "books", added: members, order: members.reversed()))
    }
    for (index, shelf) in shelves.enumerated() {
      let members = all.indices.filter { $0 % 5 != 0 && $0 % 4 == index }.map { all[$0] }
      draft.request.links.append(.init(owner: shelf, relationship: "books", order: members.reversed()))
      draft.request.links.append(.init(owner: shelf, relationship: "shown", added: [tags[index]]))
    }
    draft.request.links.append(
      .init(owner: draft.key("Person", 0), relationship: "friends", added: [draft.key("Person", 1)]))
    _ = try store.save(draft.request)
    return store
  }

  /// A save in the making, in which new objects are named by what they are.
  struct Draft {
    let model: ResolvedModel
    var request = SaveRequest()
    private var keys: [String: [RowKey]] = [:]

    init(_ model: ResolvedModel) { self.model = model }

    mutating func insert(_ entity: String, _ values: [String: StoredValue]) -> RowKey {
      let resolved = model.entity(named: entity)
      let key = RowKey(entity: resolved?.number ?? 0, primaryKey: -Int64(request.inserts.count) - 1)
      request.inserts.append(.init(key: key, values: (resolved?.fields ?? []).map { values[$0.name] ?? .null }))
      keys[entity, default: []].append(key)
      return key
    }

    func key(_ entity: String, _ index: Int) -> RowKey { keys[entity]?[index] ?? RowKey(entity: 0, primaryKey: 0) }

    mutating func set(_ key: RowKey, _ name: String, _ value: StoredValue) {
      guard let field = model.entity(numbered: key.entity)?.fieldNumber(of: name) else { return }
      request.inserts[Int(-key.primaryKey) - 1].values[field] = value
    }
  }

  /// Changes rows of a store by SQL, as somebody else would.
  func change(_ name: String, _ statements: String...) throws {
    let connection = try Connection(path: path(name), mode: .readWrite)
    try connection.registerStoreFunctions()
    for statement in statements { try connection.execute(statement) }
  }

  func column(_ sql: String, _ name: String) throws -> [String] { try MigrationLibrary.column(sql, path(name)) }

  @discardableResult func merge(
    _ source: String, into target: String, keys: [String: [String]] = keys, writes: Bool = true,
    options: CopyOptions = CopyOptions(batch: 4), from other: ResolvedModel? = nil
  ) throws -> [CopyCount] {
    let scratch = folder.file("scratch-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: scratch) }
    let copy = try StoreCopy(path(source), from: other ?? model, to: model, scratch: scratch, options: options)
    return try copy.merge(into: path(target), keys: MergeKeys(keys, model: model), writes: writes)
  }

  /// What a store says, by keys of its objects in place of those of rows: equal for stores with the same objects.
  func facts(_ name: String) throws -> [String] {
    let queries = [
      "SELECT 'person', p.ZNAME, s.ZNUMBER FROM ZPERSON p LEFT JOIN ZPASSPORT s ON p.ZPASSPORT = s.Z_PK",
      "SELECT 'passport', s.ZNUMBER, p.ZNAME FROM ZPASSPORT s LEFT JOIN ZPERSON p ON s.ZHOLDER = p.Z_PK",
      "SELECT 'book', b.Z_ENT, b.ZISBN, b.ZTITLE, b.ZPRICE, b.ZISSUE, length(b.ZCOVER) > 0, o.ZNAME, s.ZROOM, s.ZPLACE,"
        + " q.ZISBN, p.ZISBN, (SELECT count(*) FROM ZBOOK x WHERE x.ZSHELF = b.ZSHELF AND x.Z_FOK_SHELF < b.Z_FOK_SHELF)"
        + " FROM ZBOOK b LEFT JOIN ZPERSON o ON b.ZOWNER = o.Z_PK LEFT JOIN ZSHELF s ON b.ZSHELF = s.Z_PK"
        + " LEFT JOIN ZBOOK q ON b.ZSEQUEL = q.Z_PK LEFT JOIN ZBOOK p ON b.ZPREQUEL = p.Z_PK",
      "SELECT 'shelf', ZROOM, ZPLACE FROM ZSHELF",
      "SELECT 'shown', s.ZROOM, s.ZPLACE, t.ZNAME FROM ZTAG t JOIN ZSHELF s ON t.Z5SHOWN = s.Z_PK",
    ]
    var lines: [String] = []
    for query in queries { lines += try column(query, name) }
    let store = try open(name)
    for (entity, relationship, table, member) in [
      ("Tag", "books", "ZTAG", "isbn"), ("Person", "friends", "ZPERSON", "name"),
    ] {
      let number = model.entity(named: entity)?.number ?? 0
      for owner in try column("SELECT Z_PK, ZNAME FROM \(table)", name) {
        let parts = owner.split(separator: "|")
        var members: [String] = []
        try store.related(relationship, of: number, owners: [Int64(parts[0]) ?? 0]) { _, row in
          let field = model.entity(numbered: row.entity())?.fieldNumber(of: member) ?? 0
          if case .text(let text) = row.value(field) { members.append(String(decoding: text, as: UTF8.self)) }
        }
        if relationship == "friends" { members.sort() }
        lines.append("\(entity) \(parts.dropFirst().joined()): \(members.joined(separator: ", "))")
      }
    }
    return lines.sorted()
  }
}
