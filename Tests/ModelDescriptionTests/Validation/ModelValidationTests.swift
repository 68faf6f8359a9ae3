import ModelDescription
import Testing

@Suite struct ModelValidationTests {
  @Test(arguments: BrokenModel.errors)
  func errorsAreNamedAndRefused(broken: BrokenModel) {
    let found = ModelValidation.findings(in: broken.model).filter { $0.rule == broken.rule }
    #expect(found.first?.description == broken.message)
    #expect(found.allSatisfy { $0.severity == .error })
    #expect {
      _ = try ResolvedModel(broken.model)
    } throws: { "\($0)" == broken.message }
  }

  @Test(arguments: BrokenModel.warnings)
  func warningsAreNamedAndResolve(broken: BrokenModel) throws {
    let found = ModelValidation.findings(in: broken.model)
    #expect(found.filter { $0.rule == broken.rule }.map(\.description) == [broken.message])
    #expect(found.allSatisfy { $0.severity == .warning })
    _ = try ResolvedModel(broken.model)
  }

  @Test func aConfigurationNamesEntitiesThatExist() {
    let model = ModelDescription(configurations: [ConfigurationDescription(name: "C", entityNames: ["Gone"])])
    #expect(
      ModelValidation.findings(in: model).map(\.description) == [
        "the configuration \"C\" lists the entity \"Gone\", which is not in the model; take it off the configuration"
      ])
  }

  @Test func everyRuleHasAModel() {
    let shown = Set((BrokenModel.errors + BrokenModel.warnings).map(\.rule)).union([.unknownConfigurationEntity])
    #expect(ModelFinding.Rule.allCases.filter { !shown.contains($0) } == [])
  }

  /// Inverses may be inherited, at either end.
  @Test func inheritedInversesAreSound() {
    let model = ModelDescription(entities: [
      EntityDescription(
        name: "Item",
        relationships: [
          RelationshipDescription(name: "owner", destinationEntityName: "Owner", inverseName: "books", isToMany: false)
        ]), EntityDescription(name: "Book", superentityName: "Item"),
      EntityDescription(
        name: "Owner",
        relationships: [
          RelationshipDescription(name: "books", destinationEntityName: "Book", inverseName: "owner", isToMany: true)
        ]),
    ])
    #expect(ModelValidation.findings(in: model) == [])
  }
}
