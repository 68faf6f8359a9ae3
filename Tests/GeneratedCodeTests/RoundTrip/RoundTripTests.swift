import ModelDescription
import ModelEvolution
import ModelFiles
import TestKit
import Testing

/// Generated classes, read back, are the model again in all that version hashes contain; where they are not, the report
/// has said so.
@Suite struct RoundTripTests {
  @Test(arguments: [
    ("every attribute type", PairingGrade.differs), ("defaults", .same), ("transformables", .same),
    ("relationships", .differs), ("constraints and indexes", .fits), ("composites", .differs),
    ("entity names of Swift", .same), ("property names of Swift", .fits), ("family", .fits),
  ])
  func fixturesPair(_ name: String, _ grade: PairingGrade) throws {
    let fixture = try #require(Fixtures.all.first { $0.name == name })
    let trip = try RoundTrip(fixture.model)
    #expect(trip.pairing.grade == grade, "\(trip.pairing.differences)")
    #expect(trip.untold.isEmpty, "\(trip.untold)")
  }

  @Test(.enabled(if: SharedMaterial.isPresent, "no shared material beside the package"))
  func everyModelPairsOrTheReportSaysWhyNot() throws {
    var grades: [PairingGrade: Int] = [:]
    var reasons: [String: Int] = [:]
    var (entities, alike) = (0, 0)
    for version in SharedModels.all {
      let trip = try RoundTrip(version.model)
      grades[trip.pairing.grade, default: 0] += 1
      entities += trip.entities
      alike += trip.alike
      for reason in trip.reasons { reasons[reason, default: 0] += 1 }
      #expect(trip.untold.isEmpty, "\(version.testDescription): \(trip.untold)")
      if !trip.unresolved.isEmpty { print("\(version.testDescription): \(trip.unresolved.map(\.message))") }
    }
    let counts = PairingGrade.allCases.map { "\(grades[$0, default: 0]) \($0)" }.joined(separator: ", ")
    print("generated classes against their model: \(counts), of \(SharedModels.all.count) versions")
    print(
      "entity hashes alike: \(alike) of \(entities); versions by what is not the same: \(reasons.sorted { $0.key < $1.key })"
    )
    #expect(grades[.same, default: 0] > 90)
  }
}
