import ModelDescription
import ModelEvolution
import Testing

/// Advice that the classes can follow: what SwiftData cannot say is no advice.
@Suite struct AdviceTests {
  private static func model(_ entities: EntityDescription...) throws -> ResolvedModel {
    try ResolvedModel(ModelDescription(entities: entities))
  }

  private static func end(_ name: String, of entity: String, to other: String, inverse: String?) -> EntityDescription {
    EntityDescription(
      name: entity,
      relationships: [
        .init(name: name, destinationEntityName: other, inverseName: inverse, isOptional: true, isToMany: false)
      ])
  }

  private func advice(_ store: ResolvedModel, _ classes: ResolvedModel) -> [PairingDifference.Kind: String] {
    let differences = Pairing(store: store, classes: classes).differences
    return Dictionary(differences.map { ($0.kind, $0.advice(.modelAndClasses)) }) { first, _ in first }
  }

  @Test func whatSwiftDataPairsCannotBeDeclaredWithoutInverse() throws {
    let store = try Self.model(
      Self.end("record", of: "Album", to: "Edit", inverse: nil),
      Self.end("album", of: "Edit", to: "Album", inverse: nil))
    let classes = try Self.model(
      Self.end("record", of: "Album", to: "Edit", inverse: "album"),
      Self.end("album", of: "Edit", to: "Album", inverse: "record"))
    #expect(
      advice(store, classes)[.inverse]
        == "SwiftData pairs the two on its own and cannot be told not to: make Album.record and Edit.album each other's"
        + " inverse in a new version of the model.")
    // Between two models the advice can be followed.
    let difference = try #require(Pairing(store: store, classes: classes).differences.first)
    #expect(difference.advice(.storeAndModel) == "Declare the relationship with no inverse.")
  }

  @Test func withASecondCandidateTheInverseCanBeLeftOut() throws {
    func edits(_ inverse: String?) -> EntityDescription {
      EntityDescription(
        name: "Edit",
        relationships: [
          .init(name: "album", destinationEntityName: "Album", inverseName: inverse, isOptional: true, isToMany: false),
          .init(name: "former", destinationEntityName: "Album", isOptional: true, isToMany: false),
        ])
    }
    let store = try Self.model(Self.end("record", of: "Album", to: "Edit", inverse: nil), edits(nil))
    let classes = try Self.model(Self.end("record", of: "Album", to: "Edit", inverse: "album"), edits("record"))
    #expect(advice(store, classes)[.inverse] == "Declare the relationship with no inverse.")
  }

  @Test func typesThatSwiftDataLacksAreNoAdvice() throws {
    let store = try Self.model(
      EntityDescription(name: "A", attributes: [.init(name: "x", type: .objectID), .init(name: "y", type: .date)]))
    let classes = try Self.model(EntityDescription(name: "A"))
    let found = Pairing(store: store, classes: classes).differences.map { $0.advice(.modelAndClasses) }
    #expect(
      found == [
        "SwiftData has no attribute of this type: give it another one, make it transient or take it out in a new"
          + " version of the model.", "Declare the property in A with mandatory attribute of type Date.",
      ])
  }

  @Test func anEntitysHashModifierIsNoAdvice() throws {
    let store = try Self.model(EntityDescription(name: "A", versionHashModifier: "2"))
    let classes = try Self.model(EntityDescription(name: "A"))
    #expect(advice(store, classes)[.hashModifier] == "Nothing. SwiftData cannot declare an entity's hash modifier.")
  }
}
