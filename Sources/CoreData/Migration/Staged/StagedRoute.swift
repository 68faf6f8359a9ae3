import Foundation

/// The way of a store through the stages of a manager, as a value.
struct StagedRoute {
  enum Step {
    /// To a version between two stages.
    case infer(NSManagedObjectModelReference)
    case run(NSCustomMigrationStage)
  }

  /// What comes before the last inference, which leads to the coordinator's model where that is not reached yet.
  let steps: [Step]

  /// - Parameters:
  ///   - start: the checksum of the store's version.
  ///   - end: that of the coordinator's model.
  /// - Throws: an error that says that the store's version is in no stage, or later than the model's.
  init(_ manager: NSStagedMigrationManager, from start: String, to end: String, url: URL) throws {
    let stages = manager.stages
    guard let (stage, place) = Self.place(of: start, in: stages) else {
      throw CoreDataError.error(
        NSMigrationMissingSourceModelError,
        "Cannot use staged migration with an unknown model version: the store at \(url.path) has the version checksum "
          + "\(start), which is in none of the \(stages.count) stages.",
        advice: "Add its version to a stage: \(Self.words(stages)).", url: url)
    }
    guard let (last, lastPlace) = Self.place(of: end, in: stages, isEnd: true) else {
      throw CoreDataError.error(
        NSMigrationError,
        "Cannot use staged migration with an unknown model version: the coordinator's model has the version checksum "
          + "\(end), which is in none of the \(stages.count) stages.",
        advice: "Add its version to a stage: \(Self.words(stages)).", url: url)
    }
    guard (stage, place) <= (last, lastPlace) else {
      throw CoreDataError.error(
        NSStagedMigrationBackwardMigrationError,
        "The store at \(url.path) is of a later version than the coordinator's model, by the order of the stages. "
          + "The file was left as it is.",
        advice: "Open it with its own model.", url: url)
    }
    var steps: [Step] = []
    var current = start
    for stage in stages[stage...min(last, stages.count - 1)] {
      guard let custom = stage as? NSCustomMigrationStage, current != end else { continue }
      // A version that the store has passed already.
      if custom.currentModel.versionChecksum != current {
        if custom.nextModel.versionChecksum == current { continue }
        steps.append(.infer(custom.currentModel))
      }
      steps.append(.run(custom))
      current = custom.nextModel.versionChecksum
    }
    self.steps = steps
  }

  /// Where a version stands: its stage, and its place there.
  ///
  /// - Parameter isEnd: the earliest place counts for the end of a way, the latest for its start, so that no stage runs
  ///   that is not needed.
  private static func place(
    of checksum: String, in stages: [NSMigrationStage], isEnd: Bool = false
  ) -> (stage: Int, place: Int)? {
    let places = stages.enumerated().flatMap { number, stage in
      checksums(stage).enumerated().filter { $0.element == checksum }.map { (stage: number, place: $0.offset) }
    }
    return isEnd ? places.first : places.last
  }

  private static func checksums(_ stage: NSMigrationStage) -> [String] {
    switch stage {
    case let stage as NSLightweightMigrationStage: stage.versionChecksums
    case let stage as NSCustomMigrationStage: [stage.currentModel.versionChecksum, stage.nextModel.versionChecksum]
    default: []
    }
  }

  private static func words(_ stages: [NSMigrationStage]) -> String {
    stages.map { stage in
      "\(stage.label ?? "\(type(of: stage))") has \(checksums(stage).joined(separator: ", "))"
    }.joined(separator: "; ")
  }
}
