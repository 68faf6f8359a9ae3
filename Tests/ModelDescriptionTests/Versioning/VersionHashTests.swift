import Foundation
import ModelDescription
import TestKit
import Testing

@Suite struct VersionHashTests {
  @Test func theSmallestVector() throws {
    let event = EntityDescription(
      name: "Event", attributes: [AttributeDescription(name: "timeStamp", type: .date, isOptional: true)])
    let model = try ResolvedModel(ModelDescription(entities: [event]))
    #expect(
      model.versionHashes()["Event"]?.hex == "5431c046d30e7f32c2cc809958add1e7579ad104a3aa8fc4846e97d7af01cc79")
  }

  @Test func anAbstractEmptyEntity() throws {
    let model = try ResolvedModel(
      ModelDescription(entities: [EntityDescription(name: "AbstractEntity", isAbstract: true)]))
    #expect(
      model.versionHashes()["AbstractEntity"]?.hex
        == "dbc201c1a26b2e8f6b8130b6ed8f7083e88229db4c1d1b73d8bccaab48402d12")
  }

  @Test func transientsAndIndexesAndDefaultsDoNotCount() throws {
    let plain = EntityDescription(name: "Event", attributes: [AttributeDescription(name: "n", type: .integer16)])
    var rich = plain
    rich.attributes[0].defaultValue = .integer(7)
    rich.attributes.append(AttributeDescription(name: "t", type: .string, isTransient: true))
    rich.indexes = [FetchIndexDescription(name: "byN", elements: [.init(propertyName: "n")])]
    rich.className = "CDEvent"
    #expect(EntityHash.hash(of: [plain], parentHash: Data()) == EntityHash.hash(of: [rich], parentHash: Data()))
  }

  @Test(arguments: [
    ("loans.@count", "count:(loans)"), ("loans.@sum.fee", "sum:(loans.fee)"), ("canonical:(name)", "canonical:(name)"),
    ("now()", "now()"), (" loans.@count ", "count:(loans)"),
  ])
  func derivationText(_ spelling: String, _ canonical: String) {
    #expect(DerivationText.canonical(spelling) == canonical)
    #expect(DerivationText.canonical(DerivationText.modelSpelling(canonical)) == canonical)
  }

  @Test(.enabled(if: SharedMaterial.isPresent, "no shared material beside the package"))
  func allVectors() throws {
    struct Vector: Decodable {
      let label: String
      let hash: String
      let facts: HashFacts
    }
    let vectors = try JSONDecoder().decode(
      [Vector].self, from: Data(contentsOf: SharedMaterial.url("format/vectors.json")))
    for vector in vectors { #expect(vector.facts.hash.hex == vector.hash, "\(vector.label)") }
    let matching = vectors.count { $0.facts.hash.hex == $0.hash }
    print("version hash vectors: \(matching) of \(vectors.count)")
    #expect(vectors.count == 20)
  }

  @Test(.enabled(if: SharedMaterial.isPresent, "no shared material beside the package"))
  func allPairs() throws {
    struct Pair: Decodable {
      let entity: String
      let hash: String
      let facts: HashFacts
    }
    let pairs = try JSONDecoder().decode([Pair].self, from: Data(contentsOf: SharedMaterial.url("format/pairs.json")))
    for pair in pairs where pair.facts.hash.hex != pair.hash { Issue.record("\(pair.entity): \(pair.hash)") }
    let matching = pairs.count { $0.facts.hash.hex == $0.hash }
    print("version hash pairs: \(matching) of \(pairs.count)")
    #expect(pairs.count == 366)
  }
}
