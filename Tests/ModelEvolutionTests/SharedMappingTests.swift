import Foundation
import ModelDescription
import ModelEvolution
import ModelFiles
import TestKit
import Testing

/// Chains of versions that developers published: every step is mapped, and what is not lightweight has a reason.
@Suite(.enabled(if: SharedMaterial.isPresent, "no shared material")) struct SharedMappingTests {
  @Test func everyStepOfEveryChainIsMapped() throws {
    var (chains, steps, lightweight) = (0, 0, 0)
    var reasons: [MappingObstacle.Kind: Int] = [:]
    let folder = SharedMaterial.url("models")
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    for path in paths.sorted() where path.hasSuffix(".xcdatamodeld") {
      guard let bundle = try? ModelFiles.load(folder.appendingPathComponent(path)), bundle.versions.count > 1 else {
        continue
      }
      let models = bundle.versions.sorted { $0.name.localizedStandardCompare($1.name) == .orderedAscending }
        .compactMap { try? ResolvedModel($0.model) }
      guard models.count > 1 else { continue }
      chains += 1
      for (from, to) in zip(models, models.dropFirst()) {
        steps += 1
        let mapping = ModelMapping.inferred(from: from, to: to)
        if mapping.isLightweight { lightweight += 1 }
        for obstacle in mapping.obstacles {
          reasons[obstacle.kind, default: 0] += 1
          #expect(!obstacle.reason.isEmpty && !obstacle.remedy.isEmpty)
        }
        #expect(mapping.entities.count == to.entities.count)
        for pair in mapping.entities {
          #expect(pair.fields.count == pair.destination.fields.count)
          #expect(pair.toManys.count == pair.destination.toManys.count)
        }
      }
    }
    print("\(lightweight) of \(steps) steps of \(chains) chains are lightweight; obstacles: \(reasons)")
    #expect(steps > 0)
  }
}
