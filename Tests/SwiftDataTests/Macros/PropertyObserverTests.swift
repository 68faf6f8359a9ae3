import Foundation
import SwiftData
import Testing

private enum Watched {
  @Model final class Account {
    var name: String {
      didSet { name = name.trimmingCharacters(in: .whitespaces) }
    }
    var balance = 0 {
      willSet { log.append("will \(balance) -> \(newValue)") }
      didSet {
        guard balance >= 0 else {
          balance = 0
          return
        }
        log.append("did \(oldValue) -> \(balance)")
      }
    }
    var tags: [String] = [] {
      willSet(coming) { log.append("tags \(coming.count)") }
      didSet(before) { count = tags.count - before.count }
    }
    var owner: Owner? {
      didSet { log.append("owner \(owner?.name ?? "none")") }
    }
    @Transient var count = 0
    @Transient var log: [String] = []

    init(name: String) { self.name = name }
  }

  @Model class Owner {
    var name: String { didSet { changes += 1 } }
    @Relationship(inverse: \Account.owner) var accounts: [Account] = []
    @Transient var changes = 0
    init(name: String) { self.name = name }
  }

  @Model final class Company: Owner {
    var number = 1 { didSet { name = "\(name) \(number)" } }
    override init(name: String) { super.init(name: name) }
  }
}

/// `willSet` and `didSet` of persisted properties.
@Suite struct PropertyObserverTests {
  @Test func observersRunAroundTheSet() throws {
    let account = Watched.Account(name: " a ")
    #expect(account.name == " a " && account.log.isEmpty)
    account.name = " b "
    #expect(account.name == "b")
    account.balance = 5
    account.balance -= 7
    #expect(account.balance == 0)
    #expect(account.log == ["will 0 -> 5", "did 0 -> 5", "will 5 -> -2"])
    account.log = []
    account.tags.append("x")
    account.tags += ["y", "z"]
    #expect(account.count == 2 && account.log == ["tags 1", "tags 3"])
  }

  @Test func theyRunInContextsWithRelationshipsAndSubclasses() throws {
    let container = try ModelContainer(
      for: Watched.Account.self, Watched.Company.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let account = Watched.Account(name: "a")
    let company = Watched.Company(name: "c")
    context.insert(account)
    account.owner = company
    company.number = 2
    #expect(account.log == ["owner c"] && company.name == "c 2" && company.changes == 1)
    // The other end's change is none that the class makes.
    company.accounts = []
    #expect(account.owner == nil && account.log == ["owner c"])
    try context.save()
    let second = ModelContext(container)
    let found = try #require(try second.fetch(FetchDescriptor<Watched.Account>()).first)
    #expect(found.log.isEmpty && found.name == "a")
    let before = second.hasChanges
    nonisolated(unsafe) var isTold = false
    withObservationTracking {
      _ = found.balance
    } onChange: {
      isTold = true
    }
    found.balance = 0
    #expect(!before && !second.hasChanges && !isTold)
    found.balance = 3
    #expect(second.hasChanges && isTold && found.log.last == "did 0 -> 3")
  }
}
