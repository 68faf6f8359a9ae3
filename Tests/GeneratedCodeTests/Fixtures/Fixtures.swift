import ModelDescription
import Testing

/// Models made for the rules of the generator, so that each is held to without material from elsewhere.
enum Fixtures {
  struct Fixture: Sendable, CustomTestStringConvertible {
    let name: String
    let model: ModelDescription
    var testDescription: String { name }
  }

  static let all = [
    Fixture(name: "every attribute type", model: types),
    Fixture(name: "defaults", model: defaults),
    Fixture(name: "transformables", model: transformables),
    Fixture(name: "relationships", model: relationships),
    Fixture(name: "constraints and indexes", model: constraints),
    Fixture(name: "composites", model: composites),
    Fixture(name: "entity names of Swift", model: entityNames),
    Fixture(name: "property names of Swift", model: propertyNames),
    Fixture(name: "family", model: family),
  ]
}
