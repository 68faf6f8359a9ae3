import ModelCodegen
import ModelDescription
import Testing

/// Nothing of a model is dropped without a line: each fact changes the code or the report.
@Suite struct FactTests {
  private static let kinds: [(subject: any Sendable, facts: [Fact], unsaid: Set<String>)] = [
    (Facts.model, Facts.ofModel, []),
    (Facts.model.entities[0], Facts.ofEntity, []),
    (Facts.model.entities[0].attributes[0], Facts.ofAttribute, []),
    (Facts.model.entities[0].attributes[1].elements[0], Facts.ofElement, Facts.unsaidOfElements),
    (Facts.model.entities[0].relationships[0], Facts.ofRelationship, Facts.unsaidOfRelationships),
    (Facts.model.entities[0].fetchedProperties[0], Facts.ofFetchedProperty, []),
    (Facts.model.fetchTemplates[0], Facts.ofFetchTemplate, []),
    (Facts.model.entities[0].indexes[0], Facts.ofIndex, []),
    (Facts.model.entities[0].indexes[0].elements[0], Facts.ofIndexElement, []),
    (Facts.model.configurations[0], Facts.ofConfiguration, []),
  ]

  @Test(arguments: kinds.indices) func everyFactShows(_ index: Int) throws {
    let (subject, facts, unsaid) = Self.kinds[index]
    let fields = Set(Mirror(reflecting: subject).children.compactMap(\.label)).subtracting(Facts.ofTheFile)
    #expect(fields == Set(facts.map(\.name)).union(unsaid), "\(type(of: subject)): a field has no fact here")

    let plain = try ModelGenerator(Facts.model, title: "Model").generate()
    for fact in facts {
      var model = Facts.model
      fact.change(&model)
      let code = try ModelGenerator(model, title: "Model").generate()
      #expect(code != plain, "\(type(of: subject)).\(fact.name) changes neither code nor report")
    }
  }
}
