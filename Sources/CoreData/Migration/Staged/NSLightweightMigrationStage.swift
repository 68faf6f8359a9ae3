/// Versions that follow each other, each from the one before by inference.
///
/// A store of any of them goes straight to the last one that is needed: the models in between are not.
open class NSLightweightMigrationStage: NSMigrationStage {
  private let checksums: [String]

  public init(_ checksums: [String]) { self.checksums = checksums }

  /// Oldest first.
  open var versionChecksums: [String] { checksums }
}
