import SwiftData

@Model class Trip {
  #Index<Trip>([\.name])
  @Attribute(.unique) var name: String
  var days: Int
  var notes: String?
  @Relationship(deleteRule: .cascade, inverse: \Stop.trip) var stops: [Stop] = []

  init(name: String, days: Int = 1) {
    self.name = name
    self.days = days
  }
}

@Model class BusinessTrip: Trip {
  var budget: Double
  var client: String?
  var code: UUID
  @Relationship(inverse: \Expense.trip) var expenses: [Expense]? = []

  init(name: String, budget: Double, code: UUID = UUID()) {
    self.budget = budget
    self.code = code
    super.init(name: name, days: 3)
  }
}

@Model final class Conference: BusinessTrip {
  var talks: [String]
  var host: Traveller?
  @Transient var isOpen = false

  init(name: String, talks: [String]) {
    self.talks = talks
    super.init(name: name, budget: 500)
  }
}

@Model final class PersonalTrip: Trip {
  enum Reason: String, Codable { case family, rest }

  var reason: Reason = Reason.rest

  override init(name: String, days: Int) { super.init(name: name, days: days) }
}

@Model final class Stop {
  var place: String
  var trip: Trip?

  init(place: String) { self.place = place }
}

@Model final class Expense {
  var amount: Decimal
  var trip: BusinessTrip?

  init(amount: Decimal) { self.amount = amount }
}

@Model final class Traveller {
  var name: String
  var favourite: Trip?

  init(name: String) { self.name = name }
}
