import SwiftData
import Testing

private enum Inferred {
  @Model final class Team {
    var players: [Player] = []
    var captain: Coach?
    init() {}
  }
  @Model final class Player { var team: Team?; init() {} }
  @Model final class Coach { var name = ""; init() {} }
}

/// Two at one end: the inverse of the one at the other is a question.
private enum Twofold {
  @Model final class Account {
    var incoming: [Transfer] = []
    var outgoing: [Transfer] = []
    init() {}
  }
  @Model final class Transfer { var account: Account?; init() {} }
}

/// The same, seen from the other end first.
private enum Reversed {
  @Model final class Order { var seller: Person?; var buyer: Person?; init() {} }
  @Model final class Person { var orders: [Order] = []; init() {} }
}

private enum Named {
  @Model final class Account {
    @Relationship(inverse: \Transfer.target) var incoming: [Transfer] = []
    var outgoing: [Transfer] = []
    init() {}
  }
  @Model final class Transfer { var source: Account?; var target: Account?; init() {} }
}

/// Both name an inverse, and not each other.
private enum Crossed {
  @Model final class A {
    @Relationship(inverse: \B.second) var first: B?
    var other: B?
    init() {}
  }
  @Model final class B {
    @Relationship(inverse: \A.other) var second: A?
    init() {}
  }
}

/// Each names the other: the compiler refuses that of `@Relationship`, and not of metadata written by hand.
private enum Mutual {
  final class Shelf: PersistentModel {
    var books: [Book] {
      get { _$backingData._$with { $0._$value(0) } }
      set { _$backingData._$with { $0._$set(0, newValue) } }
    }

    @exclusivity(unchecked) private var _$backingData = SwiftData._InlineBacking<Shelf, 1>(Shelf._$layout)
    static let _$layout = SwiftData._ModelLayout(names: ["books"], keyPaths: [\Shelf.books])
    @inline(never) var _$ref: SwiftData._StateReference { _$backingData._$reference }

    static var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
      [.init(name: "books", keypath: \Shelf.books, metadata: Schema.Relationship(inverse: \Book.shelf))]
    }

    var persistentBackingData: any SwiftData.BackingData<Shelf> {
      get { SwiftData._ModelBacking(self) }
      set { _$adopt(newValue) }
    }

    init(backingData: any SwiftData.BackingData<Shelf>) { persistentBackingData = backingData }
    init(_$blank: ()) {}
  }

  final class Book: PersistentModel {
    var shelf: Shelf? {
      get { _$backingData._$with { $0._$value(0) } }
      set { _$backingData._$with { $0._$set(0, newValue) } }
    }

    @exclusivity(unchecked) private var _$backingData = SwiftData._InlineBacking<Book, 1>(Book._$layout)
    static let _$layout = SwiftData._ModelLayout(names: ["shelf"], keyPaths: [\Book.shelf])
    @inline(never) var _$ref: SwiftData._StateReference { _$backingData._$reference }

    static var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
      [.init(name: "shelf", keypath: \Book.shelf, metadata: Schema.Relationship(inverse: \Shelf.books))]
    }

    var persistentBackingData: any SwiftData.BackingData<Book> {
      get { SwiftData._ModelBacking(self) }
      set { _$adopt(newValue) }
    }

    init(backingData: any SwiftData.BackingData<Book>) { persistentBackingData = backingData }
    init(_$blank: ()) {}
  }
}

@Suite struct InverseTests {
  private func inverse(_ schema: Schema, _ entity: String, _ name: String) -> String? {
    schema.entitiesByName[entity]?.relationshipsByName[name]?.inverseName
  }

  @Test func oneCandidateOnEachSideIsTheInverse() throws {
    let schema = Schema([Inferred.Team.self])
    #expect(inverse(schema, "Team", "players") == "team" && inverse(schema, "Player", "team") == "players")
    #expect(inverse(schema, "Team", "captain") == nil)
    let named = Schema([Named.Account.self])
    #expect(inverse(named, "Account", "incoming") == "target" && inverse(named, "Account", "outgoing") == "source")
  }

  private static var questions: [(any PersistentModel.Type, [String])] {
    [
      (Twofold.Transfer.self, ["Transfer.account", "Account.incoming or Account.outgoing", "\\Account.incoming"]),
      (Twofold.Account.self, ["Account.incoming", "Transfer.account could be Account.incoming or Account.outgoing"]),
      (Reversed.Order.self, ["Order.seller", "Person.orders could be Order.buyer or Order.seller"]),
      (Mutual.Shelf.self, ["Shelf.books: it and Book.shelf both name the other as inverse"]),
      (Mutual.Book.self, ["Book.shelf: it and Shelf.books both name the other as inverse"]),
      (Crossed.A.self, ["B.second", "A.first names it as inverse, and it names other"]),
    ]
  }

  @Test func severalAreAnErrorThatNamesThem() throws {
    for (type, words) in Self.questions {
      let error = #expect(throws: (any Error).self) {
        try ModelContainer(for: Schema([type]), configurations: ModelConfiguration(isStoredInMemoryOnly: true))
      }
      for word in words { #expect("\(error as Any)".contains(word), "\(error as Any)") }
    }
  }
}
