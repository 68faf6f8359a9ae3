import ModelDescription
import ObjectGraph
import QueryModel
import StoreContract
import Testing

@testable import SwiftData

/// `entity.name` in formats, of rows and of objects.
@Suite struct EntityNameTests {
  private let context: ModelContext

  init() throws {
    let container = try ModelContainer(
      for: Trip.self, BusinessTrip.self, Conference.self, PersonalTrip.self, Stop.self, Expense.self, Traveller.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    context = ModelContext(container)
    let (sea, fair, talk) = (
      PersonalTrip(name: "Sea", days: 7), BusinessTrip(name: "Fair", budget: 120), Conference(name: "Talk", talks: [])
    )
    for trip in [Trip(name: "home", days: 0), sea, fair, talk] { context.insert(trip) }
    for (name, trip) in [("Ann", fair), ("Bo", talk), ("Cy", nil)] as [(String, Trip?)] {
      let traveller = Traveller(name: name)
      context.insert(traveller)
      traveller.favourite = trip
    }
    try context.save()
  }

  static let conditions: [(entity: String, format: String, names: [String])] = [
    ("Trip", "entity.name == 'Trip'", ["home"]), ("Trip", "entity.name == 'BusinessTrip'", ["Fair"]),
    ("Trip", "entity.name == 'Conference'", ["Talk"]),
    ("Trip", "entity.name != 'Conference'", ["Fair", "Sea", "home"]),
    ("Trip", "entity.name IN {'Trip', 'PersonalTrip'}", ["Sea", "home"]),
    ("Trip", "entity.name CONTAINS[c] 'trip' AND days > 3", ["Sea"]), ("Trip", "SELF.entity.name == 'Nothing'", []),
    ("BusinessTrip", "entity.name BEGINSWITH 'Conf'", ["Talk"]),
    ("Traveller", "entity.name == 'Traveller'", ["Ann", "Bo", "Cy"]),
    ("Traveller", "favourite.entity.name == 'BusinessTrip'", ["Ann"]),
    ("Traveller", "favourite.entity.name == nil", ["Cy"]),
    ("Trip", "SUBQUERY(stops, $s, $s.entity.name == 'Stop').@count == 0", ["Fair", "Sea", "Talk", "home"]),
  ]

  @Test(arguments: conditions) func namesTheOwnEntity(
    _ condition: (entity: String, format: String, names: [String])
  ) throws {
    let model = context.graph.store.model
    let entity = try #require(model.entity(named: condition.entity))
    let predicate = try FormatLowering(model: model, entity: entity).predicate(
      PredicateFormat.predicate(condition.format))
    let request = FetchRequest(entity: entity.number, predicate: predicate)
    func name(_ object: AnyObject) -> String { (object as? Trip)?.name ?? (object as? Traveller)?.name ?? "?" }
    #expect(try context.graph.objects(request, includesPending: false).map(name).sorted() == condition.names)
    #expect(try context.graph.objectsInMemory(request, includesPending: true).map(name).sorted() == condition.names)
  }
}
