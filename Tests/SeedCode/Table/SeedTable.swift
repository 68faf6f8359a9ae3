import Foundation
import TestKit

/// Every block of code of the four documents, each with its verdict.
enum SeedTable {
  static let folder = SharedMaterial.packageRoot.appendingPathComponent("Tests/SeedCode")

  /// The documents' lines, where the documents are.
  static func documents() throws -> [[Substring]] {
    try FileManager.default.contentsOfDirectory(
      at: SharedMaterial.url("seeds"), includingPropertiesForKeys: nil
    )
    .filter { $0.pathExtension == "txt" }.sorted { $0.path < $1.path }
    .map { try String(contentsOf: $0, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false) }
  }

  private static let noInitializer = "requires an initializer be provided for 'Item'"
  private static let ellipsis = "an ellipsis stands for what the text leaves out"

  static let blocks: [SeedBlock] = [
    // Core Data and SwiftData together.
    SeedBlock(0, 20...36, .stack),
    SeedBlock(0, 46...59, .stack),
    SeedBlock(0, 65...79, .stack),
    SeedBlock(0, 86...97, .stack),
    SeedBlock(0, 116...119, .stack),
    SeedBlock(0, 157...182, .runs),
    SeedBlock(0, 212...254, .runs),
    SeedBlock(0, 263...292, .ownTarget("LegacyLibraryTests")),

    // CoreData to SwiftData migration.
    SeedBlock(1, 13...21, .stack),
    SeedBlock(1, 25...40, .runs),
    SeedBlock(1, 52...59, .rejected(noInitializer)),
    SeedBlock(1, 63...69, .rejected(noInitializer)),
    SeedBlock(1, 75...90, .stack),
    SeedBlock(1, 94...103, .ui, isProgram: true),
    SeedBlock(1, 105...112, .runs),
    SeedBlock(1, 120...125, .stack),
    SeedBlock(1, 129...137, .runs),
    SeedBlock(1, 149...162, .coreDataUI),
    SeedBlock(1, 166...179, .ui),
    SeedBlock(1, 192...210, .ui),
    SeedBlock(1, 216...226, .stack),
    SeedBlock(1, 230...239, .runs),
    SeedBlock(1, 253...291, .runs),
    SeedBlock(1, 295...308, .runs),
    SeedBlock(1, 312...323, .ui, isProgram: true),
    SeedBlock(1, 327...341, .runs),
    SeedBlock(1, 351...361, .stack),
    SeedBlock(1, 372...386, .stack),
    SeedBlock(1, 400...406, .rejected(noInitializer)),
    SeedBlock(1, 408...418, .runs),
    SeedBlock(1, 420...422, .rejected("'@Query' takes no NSPredicate")),
    SeedBlock(1, 424...426, .runs),
    SeedBlock(1, 428...429, .rejected("context.insert(_:)")),
    SeedBlock(1, 431...433, .runs),
    SeedBlock(1, 435...439, .rejected("declare the array of models")),
    SeedBlock(1, 441...445, .rejected(noInitializer)),

    // Core Data.
    SeedBlock(2, 41...74, .stack),
    SeedBlock(2, 78...109, .stack),
    SeedBlock(2, 117...121, .never("\(ellipsis) where the argument of a fetch belongs")),
    SeedBlock(2, 123...129, .stack),
    SeedBlock(2, 133...147, .stack),
    SeedBlock(2, 151...160, .stack),
    // The text has a member of the class and an extension of it in one piece.
    SeedBlock(2, 166...167, .stack),
    SeedBlock(2, 169...178, .stack),

    // How to convert a CoreData project to SwiftData.
    SeedBlock(3, 27...32, .coreDataUI),
    SeedBlock(3, 38...74, .runs),
    SeedBlock(3, 84...90, .stack),
    SeedBlock(3, 94...100, .never(ellipsis)),
    SeedBlock(3, 104...112, .runs),
    SeedBlock(3, 122...129, .never(ellipsis)),
    SeedBlock(3, 135...141, .never(ellipsis)),
    SeedBlock(3, 155...155, .coreDataUI),
    SeedBlock(3, 159...159, .ui),
    SeedBlock(3, 175...175, .ui),
    SeedBlock(3, 181...204, .never("one closing brace too many")),
    SeedBlock(3, 212...212, .coreDataUI),
    SeedBlock(3, 216...230, .ui),
    SeedBlock(3, 236...241, .never(ellipsis)),
    SeedBlock(3, 245...250, .never(ellipsis)),
    SeedBlock(3, 258...263, .ui),
    SeedBlock(3, 269...273, .ui),
    SeedBlock(3, 277...281, .runs),
  ]
}
