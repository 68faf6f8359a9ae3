import ModelDescription
import StoreContract
import Testing

@testable import SQLiteStore

/// Each form of relationship: made, changed and deleted by stores opened anew, the file's rows beside what is expected.
@Suite struct FormsTests {
  let store: FormsStore

  init() throws { store = try FormsStore() }

  @Test func aManyToManyOrderedOnBothEnds() throws {
    let columns = try store.sql("SELECT name FROM pragma_table_info('Z_4SONGS')")
    #expect(columns == ["Z_4LISTS", "Z_6SONGS", "Z_FOK_4LISTS", "Z_FOK_6SONGS"])
    let rows = "SELECT Z_4LISTS, Z_6SONGS, Z_FOK_6SONGS, Z_FOK_4LISTS FROM Z_4SONGS ORDER BY 1, 3"
    _ = try store.save { request in
      request.inserts = [
        store.insert("List", 0), store.insert("List", 1), store.insert("Song", 2), store.insert("Song", 3),
      ]
      let songs = [store.key("Song", -4), store.key("Song", -3)]
      request.links = [
        .init(owner: store.key("List", -1), relationship: "songs", added: songs, order: songs),
        .init(
          owner: store.key("Song", -3), relationship: "lists", added: [store.key("List", -2)],
          order: [store.key("List", -2), store.key("List", -1)]),
      ]
    }
    #expect(try store.sql(rows) == ["1|2|2048|-", "1|1|3072|3072", "2|1|-|2048"])
    #expect(try store.members("List", 1, "songs") == [2, 1] && store.members("Song", 1, "lists") == [2, 1])
    _ = try store.save { request in
      request.links = [
        .init(
          owner: store.key("List", 1), relationship: "songs", order: [store.key("Song", 1), store.key("Song", 2)])
      ]
    }
    #expect(try store.members("List", 1, "songs") == [1, 2] && store.members("Song", 1, "lists") == [2, 1])
    _ = try store.save { $0.deletes = [.init(key: store.key("Song", 1), version: 1)] }
    #expect(try store.sql("SELECT Z_4LISTS, Z_6SONGS FROM Z_4SONGS") == ["1|2"])
  }

  @Test func aManyToManyWithItself() throws {
    _ = try store.save { request in
      request.inserts = (0..<3).map { store.insert("Person", $0) }
      request.links = [
        .init(
          owner: store.key("Person", -1), relationship: "friends",
          added: [store.key("Person", -2), store.key("Person", -3)])
      ]
    }
    let rows = "SELECT * FROM Z_5FRIENDS ORDER BY 1, 2"
    #expect(try store.sql(rows) == ["1|2", "1|3", "2|1", "3|1"])
    #expect(try store.members("Person", 1, "friends") == [2, 3] && store.members("Person", 3, "friends") == [1])
    _ = try store.save { request in
      request.links = [
        .init(owner: store.key("Person", 2), relationship: "friends", removed: [store.key("Person", 1)])
      ]
    }
    #expect(try store.sql(rows) == ["1|3", "3|1"])
    _ = try store.save { $0.deletes = [.init(key: store.key("Person", 3), version: nil)] }
    #expect(try store.sql(rows).isEmpty)
  }

  @Test func aManyToManyBetweenTwoRelationshipsOfOneEntity() throws {
    _ = try store.save { request in
      request.inserts = (0..<3).map { store.insert("Person", $0) }
      request.links = [
        .init(owner: store.key("Person", -1), relationship: "follows", added: [store.key("Person", -2)]),
        .init(owner: store.key("Person", -1), relationship: "followers", added: [store.key("Person", -3)]),
      ]
    }
    #expect(try store.members("Person", 1, "follows") == [2] && store.members("Person", 2, "followers") == [1])
    #expect(try store.members("Person", 1, "followers") == [3] && store.members("Person", 3, "follows") == [1])
    #expect(try store.members("Person", 3, "followers").isEmpty)
    _ = try store.save { $0.deletes = [.init(key: store.key("Person", 1), version: nil)] }
    let table = try #require(
      try store.sql("SELECT name FROM sqlite_master WHERE name LIKE 'Z\\_5FOLLOW%' ESCAPE '\\' AND type = 'table'")
        .first)
    #expect(try store.sql("SELECT * FROM \(table)").isEmpty)
  }

  @Test func anOrderedOneToManyWithItself() throws {
    let boss = StoredValue.reference(store.key("Person", -1))
    _ = try store.save { request in
      request.inserts = [store.insert("Person", 0)] + (1...3).map { store.insert("Person", $0, ["boss": boss]) }
    }
    let rows = "SELECT Z_PK, ZBOSS, Z_FOK_BOSS FROM ZPERSON ORDER BY Z_PK"
    #expect(try store.sql(rows) == ["1|-|-", "2|1|2048", "3|1|3072", "4|1|4096"])
    _ = try store.save { request in
      request.links = [
        .init(
          owner: store.key("Person", 1), relationship: "reports",
          order: [4, 2, 3].map { store.key("Person", $0) })
      ]
    }
    #expect(try store.members("Person", 1, "reports") == [4, 2, 3])
    #expect(try store.sql(rows) == ["1|-|-", "2|1|2048", "3|1|3072", "4|1|1024"])
    _ = try store.save { $0.updates = [store.update("Person", 2, ["boss": .reference(store.key("Person", 4))])] }
    _ = try store.save { $0.updates = [store.update("Person", 4, ["boss": .null])] }
    #expect(try store.sql(rows) == ["1|-|-", "2|4|2048", "3|1|3072", "4|-|-"])
  }

  @Test func aToOneToAFamily() throws {
    _ = try store.save { request in
      request.inserts = [
        store.insert("Cat", 0, ["keeper": .reference(store.key("Person", -3))]),
        store.insert("Dog", 1, ["keeper": .reference(store.key("Person", -3))]),
        store.insert("Person", 2, ["favourite": .reference(store.key("Dog", -2))]),
      ]
    }
    let row = "SELECT ZFAVOURITE, Z1_FAVOURITE FROM ZPERSON"
    #expect(try store.sql(row) == ["2|3"])
    #expect(try store.sql("SELECT Z_PK, Z_ENT, ZKEEPER FROM ZANIMAL") == ["1|2|1", "2|3|1"])
    #expect(try store.members("Person", 1, "pets") == [1, 2])
    var seen: [RowKey] = []
    let number = store.model.entity(named: "Person")?.number ?? 0
    let field = store.model.entity(named: "Person")?.fieldNumber(of: "favourite") ?? -1
    try SQLiteStore.open(store.path, model: store.model).rows([1], of: number) { row in
      if case .reference(let entity, let key) = row.value(field) {
        seen.append(RowKey(entity: entity, primaryKey: key))
      }
    }
    #expect(seen == [store.key("Dog", 2)])
    _ = try store.save { $0.updates = [store.update("Person", 1, ["favourite": .reference(store.key("Cat", 1))])] }
    #expect(try store.sql(row) == ["1|2"])
    _ = try store.save { $0.updates = [store.update("Person", 1, ["favourite": .null])] }
    #expect(try store.sql(row) == ["-|-"])
  }

  @Test func relationshipsWithoutInverse() throws {
    _ = try store.save { request in
      request.inserts = [
        store.insert("Person", 0, ["home": .reference(store.key("Thing", -2))]), store.insert("Thing", 1),
        store.insert("Thing", 2), store.insert("Person", 3),
      ]
      request.links = [
        .init(
          owner: store.key("Person", -1), relationship: "badges",
          added: [store.key("Thing", -2), store.key("Thing", -3)])
      ]
    }
    let rows = "SELECT Z_PK, Z5BADGES FROM ZTHING ORDER BY Z_PK"
    #expect(try store.sql(rows) == ["1|1", "2|1"])
    #expect(try store.sql("SELECT Z_PK, ZHOME FROM ZPERSON ORDER BY Z_PK") == ["1|1", "2|-"])
    _ = try store.save { request in
      request.links = [
        .init(owner: store.key("Person", 2), relationship: "badges", added: [store.key("Thing", 2)]),
        .init(owner: store.key("Person", 1), relationship: "badges", removed: [store.key("Thing", 2)]),
      ]
    }
    #expect(try store.sql(rows) == ["1|1", "2|2"])
    #expect(try store.members("Person", 2, "badges") == [2])
    _ = try store.save { $0.deletes = [.init(key: store.key("Person", 2), version: nil)] }
    #expect(try store.sql(rows) == ["1|1", "2|-"])
  }

  @Test func aOneToOneKeepsItsKeyOnBothEnds() throws {
    _ = try store.save { request in
      request.inserts = [
        store.insert("Person", 0, ["spouse": .reference(store.key("Person", -2))]),
        store.insert("Person", 1, ["spouse": .reference(store.key("Person", -1))]),
      ]
    }
    #expect(try store.sql("SELECT Z_PK, ZSPOUSE FROM ZPERSON ORDER BY Z_PK") == ["1|2", "2|1"])
    #expect(try store.sql("PRAGMA integrity_check") == ["ok"])
  }
}
