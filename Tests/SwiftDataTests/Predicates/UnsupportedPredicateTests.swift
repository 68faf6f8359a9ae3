import SwiftData
import Testing

/// What no store can be asked throws and names the part; what cannot be computed of the data throws in memory and on disk.
@Suite struct UnsupportedPredicateTests {
  @Model final class Account {
    var name: String
    var balance: Int
    @Transient var isOpen = false
    var shortName: String { String(name.prefix(2)) }

    init(name: String, balance: Int) {
      self.name = name
      self.balance = balance
    }
  }

  private let context: ModelContext

  init() throws {
    let container = try ModelContainer(
      for: Account.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    context = ModelContext(container)
    context.insert(Account(name: "a", balance: 0))
    context.insert(Account(name: "b", balance: .max))
    try context.save()
  }

  private func message(_ predicate: Predicate<Account>, _ expected: SwiftDataError) -> String {
    do {
      _ = try context.fetch(FetchDescriptor(predicate: predicate))
      return "nothing thrown"
    } catch {
      #expect(error as? SwiftDataError == expected)
      return "\(error)"
    }
  }

  @Test func whatIsNotStoredIsNamed() {
    #expect(message(#Predicate { $0.shortName == "a" }, .unsupportedKeyPath).contains("computed"))
    #expect(message(#Predicate { $0.isOpen }, .unsupportedKeyPath).contains("isOpen"))
    #expect(message(#Predicate { $0.name.count > 1 && $0.shortName.isEmpty }, .unsupportedKeyPath).contains("Account"))
    #expect(throws: SwiftDataError.unsupportedKeyPath) {
      try context.fetchCount(FetchDescriptor<Account>(predicate: #Predicate { $0.isOpen }))
    }
    #expect(throws: SwiftDataError.unsupportedKeyPath) {
      try context.delete(model: Account.self, where: #Predicate { $0.shortName == "a" })
    }
  }

  @Test func whatCannotBeComputedThrows() throws {
    let predicates: [Predicate<Account>] = [
      #Predicate { $0.balance + 1 > 0 }, #Predicate { 10 / $0.balance > 0 }, #Predicate { 10 % $0.balance > 0 },
      #Predicate { $0.balance * 2 > 0 }, #Predicate { -$0.balance - 2 < 0 },
    ]
    // On disk, then in memory beside an unsaved change.
    for count in 2...3 {
      for predicate in predicates {
        #expect(throws: (any Error).self) { try context.fetch(FetchDescriptor(predicate: predicate)) }
      }
      let guarded = #Predicate<Account> { $0.balance != 0 && 10 / $0.balance == 0 }
      #expect(try context.fetch(FetchDescriptor(predicate: guarded)).map(\.name) == ["b"])
      let alternative = #Predicate<Account> { $0.balance == 0 || 10 / $0.balance == 0 }
      #expect(try context.fetchCount(FetchDescriptor(predicate: alternative)) == count)
      context.insert(Account(name: "c", balance: 0))
    }
  }

  @Test func faultsInsideCapturedPredicatesThrow() throws {
    let share = #Predicate<Account> { 10 / $0.balance > 0 }
    let rest = #Expression<Account, Int> { 10 % $0.balance }
    let predicates: [Predicate<Account>] = [
      #Predicate { share.evaluate($0) }, #Predicate { !share.evaluate($0) }, #Predicate { rest.evaluate($0) == 0 },
    ]
    for predicate in predicates {
      #expect(throws: (any Error).self) { try context.fetch(FetchDescriptor(predicate: predicate)) }
    }
    let guarded = #Predicate<Account> { $0.balance != 0 && !share.evaluate($0) }
    #expect(try context.fetch(FetchDescriptor(predicate: guarded)).map(\.name) == ["b"])
  }

  @Test func aRowThatChangedIsNotAskedWhatItWas() throws {
    let zero = try #require(context.fetch(FetchDescriptor<Account>(predicate: #Predicate { $0.balance == 0 })).first)
    zero.balance = 5
    #expect(try context.fetchCount(FetchDescriptor<Account>(predicate: #Predicate { 10 / $0.balance == 2 })) == 1)
  }

  @Test func slowPatternsEnd() throws {
    context.insert(Account(name: String(repeating: "a", count: 60) + "!", balance: 1))
    let clock = ContinuousClock()
    let start = clock.now
    let slow = #Predicate<Account> { $0.name.contains(#/^(a+)+$/#) }
    for _ in 0..<2 {
      // It is given up with an error, unless the time was enough for the right answer.
      if let found = try? context.fetch(FetchDescriptor(predicate: slow)) { #expect(found.isEmpty) }
      try context.save()
    }
    #expect(clock.now - start < .seconds(10))
  }

  @Test func predicatesPrint() {
    let (part, other) = ("x", #Predicate<Account> { $0.balance > 1 })
    let predicates: [Predicate<Account>] = [
      #Predicate { $0.name.localizedStandardContains(part) }, #Predicate { other.evaluate($0) },
      #Predicate { $0.name.localizedCompare(part) == .orderedSame }, #Predicate { $0.shortName.contains(#/a/#) },
      #Predicate { $0.name.count > $0.balance % 3 },
    ]
    #expect(predicates.allSatisfy { !"\($0)".isEmpty && !$0.debugDescription.isEmpty })
  }
}
