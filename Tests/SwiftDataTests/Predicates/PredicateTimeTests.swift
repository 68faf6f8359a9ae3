import SwiftData
import Testing

/// `Date.now` and `Date()` in a predicate: values as any other, computed where the predicate is made.
@Suite struct PredicateTimeTests {
  @Model final class Moment {
    var at: Date
    init(_ at: Date) { self.at = at }
  }

  private let context: ModelContext

  init() throws {
    context = ModelContext(
      try ModelContainer(for: Moment.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
  }

  private func count(_ predicate: Predicate<Moment>) throws -> Int {
    try context.fetchCount(FetchDescriptor(predicate: predicate))
  }

  @Test(arguments: [false, true]) func nowIsWhenThePredicateWasMade(isSaved: Bool) throws {
    let earlier: [Predicate<Moment>] = [
      #Predicate { $0.at <= Date.now }, #Predicate { $0.at <= Date() }, #Predicate { $0.at <= .now },
      #Predicate { Date.now >= $0.at }, #Predicate { $0.at < Date.now.addingTimeInterval(0.001) },
    ]
    let moment = Moment(Date.now.addingTimeInterval(0.02))
    context.insert(moment)
    if isSaved { try context.save() }
    while Date.now < moment.at {}
    for predicate in earlier {
      #expect(try count(predicate) == 0, "\(predicate)")
      #expect(try !predicate.evaluate(moment))
    }
    let later: [Predicate<Moment>] = [
      #Predicate { $0.at <= Date.now }, #Predicate { $0.at <= Date() }, #Predicate { $0.at <= .now },
      #Predicate { Date.now >= $0.at }, #Predicate { $0.at < Date.now.addingTimeInterval(0.001) },
    ]
    for predicate in later {
      #expect(try count(predicate) == 1, "\(predicate)")
      #expect(try predicate.evaluate(moment))
    }
  }

  @Test func daysAreCountedFromThen() throws {
    for days in [-2.0, -0.5, 0.5, 2] { context.insert(Moment(Date.now.addingTimeInterval(days * 86_400))) }
    try context.save()
    #expect(try count(#Predicate { $0.at > Date.now.addingTimeInterval(-86_400) }) == 3)
    #expect(try count(#Predicate { $0.at < Date(timeIntervalSinceNow: 86_400) && $0.at > Date.distantPast }) == 3)
  }
}
