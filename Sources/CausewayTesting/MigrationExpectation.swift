import Foundation
public import SwiftData
public import Testing

/// What opening a fixture through a plan did.
public struct FixtureMigration: Sendable {
  public let fixture: StoreFixture
  /// The store as the fixture has it.
  public let before: StoreContents
  /// The store when its container had opened it, and closed it again.
  public let after: StoreContents
}

/// Opens a copy of each fixture through a plan, and expects that every row, value and link which the older models and the
/// newer ones have in common is still there.
///
///     @Test func oldStoresMigrate() throws {
///       try expectMigration(
///         of: StoreFixture.all(in: .module), to: LibraryV2.self, by: LibraryMigration.self, changing: ["Book.title"])
///     }
///
/// - Parameters:
///   - changing: properties that stages give other values, and entities whose rows they delete, by the newer names.
///   - check: further expectations about an opened copy; what it throws is an issue of the test.
/// - Returns: what was before and after, for expectations of the caller's own.
/// - Throws: when a fixture cannot be copied or read. That it does not open through the plan is an issue of the test, and
///   the next fixture goes on.
@discardableResult public func expectMigration(
  of fixtures: [StoreFixture], to version: any VersionedSchema.Type, by plan: any SchemaMigrationPlan.Type,
  changing: Set<String> = [], sourceLocation: SourceLocation = #_sourceLocation,
  check: (_ container: ModelContainer, _ fixture: StoreFixture) throws -> Void = { _, _ in }
) throws -> [FixtureMigration] {
  if fixtures.isEmpty { Issue.record("there is no fixture to migrate", sourceLocation: sourceLocation) }
  return try fixtures.compactMap { fixture in
    let folder = try ScratchFolder()
    let url = try fixture.copy(to: folder.url)
    let before = try StoreContents(of: url)
    do {
      let container: ModelContainer
      do {
        container = try ModelContainer(
          for: Schema(versionedSchema: version), migrationPlan: plan, configurations: ModelConfiguration(url: url))
      } catch {
        Issue.record("\(fixture) does not open as \(version) by \(plan): \(error)", sourceLocation: sourceLocation)
        return nil
      }
      do {
        try check(container, fixture)
      } catch {
        // The store is migrated all the same, so that its contents can be compared.
        Issue.record("the check of \(fixture), opened as \(version), threw: \(error)", sourceLocation: sourceLocation)
      }
    }
    let after = try StoreContents(of: url)
    for loss in after.losses(since: before, changing: changing) {
      Issue.record("\(fixture) by \(plan): \(loss)", sourceLocation: sourceLocation)
    }
    return FixtureMigration(fixture: fixture, before: before, after: after)
  }
}
