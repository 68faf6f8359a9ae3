import Foundation
import SwiftData

enum VersionClient {
  /// With a variable, as Xcode's template has it.
  enum One: VersionedSchema {
    static var models: [any PersistentModel.Type] { [MacroClient.Maker.self] }
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
  }

  /// With constants, which need everything in them to be Sendable.
  enum Two: VersionedSchema {
    static let models: [any PersistentModel.Type] = [MacroClient.Maker.self, MacroClient.Special.self]
    static let versionIdentifier: Schema.Version = .init(2, 0, 0)
  }

  enum Plan: SchemaMigrationPlan {
    static let schemas: [any VersionedSchema.Type] = [One.self, Two.self]
    static let stages: [MigrationStage] = [light, heavy]
    static let light = MigrationStage.lightweight(fromVersion: One.self, toVersion: Two.self)
    static let heavy = MigrationStage.custom(
      fromVersion: One.self, toVersion: Two.self,
      willMigrate: { context in
        for maker in try context.fetch(FetchDescriptor<MacroClient.Maker>()) { maker.code += 1 }
        try context.save()
      }, didMigrate: nil)
  }

  static func versions(_ stage: MigrationStage) -> [any VersionedSchema.Type] {
    switch stage {
    case .lightweight(let fromVersion, let toVersion): [fromVersion, toVersion]
    case .custom(let fromVersion, let toVersion, let willMigrate, let didMigrate):
      willMigrate == nil || didMigrate == nil ? [fromVersion] : [toVersion]
    }
  }
}
