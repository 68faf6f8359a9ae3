import Foundation
public import SwiftData
public import Testing

/// Gives a test a container of its own, which `ModelContainer.default` names as long as the test runs.
///
///     @Test(.container(for: Book.self, Loan.self)) func aBookIsLent() throws {
///       let context = ModelContext(try #require(ModelContainer.default))
///       …
///     }
///
/// On a suite, each of its tests gets one of its own; so does each case of a test with arguments.
public struct ContainerTrait: TestTrait, SuiteTrait, TestScoping {
  private let make: @Sendable (_ folder: URL) throws -> ModelContainer

  public var isRecursive: Bool { true }

  fileprivate init(_ make: @escaping @Sendable (_ folder: URL) throws -> ModelContainer) { self.make = make }

  /// Only tests need a container: a suite itself runs nothing.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> ContainerTrait? { testCase == nil ? nil : self }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let folder = try ScratchFolder()
    let container = try make(folder.url)
    try await ModelContainer.withDefault(container) { try await function() }
    withExtendedLifetime(folder) {}
  }
}

extension Trait where Self == ContainerTrait {
  /// A new store in memory.
  ///
  /// - Parameter sample: what it holds when the test begins; saved after the block.
  public static func container(
    for types: any PersistentModel.Type..., sample: (@Sendable (_ context: ModelContext) throws -> Void)? = nil
  ) -> Self {
    let schema = Schema(types)
    return ContainerTrait { _ in
      let container = try ModelContainer(
        for: schema, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
      if let sample {
        let context = ModelContext(container)
        try sample(context)
        try context.save()
      }
      return container
    }
  }

  /// A copy of a store file, opened with a plan or without one.
  ///
  /// - Parameter fixture: found when the test begins, so that a missing one fails that test.
  public static func container(
    copying fixture: @autoclosure @escaping @Sendable () throws -> StoreFixture, for types: any PersistentModel.Type...,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil
  ) -> Self {
    let schema = Schema(types)
    return ContainerTrait { folder in
      let url = try fixture().copy(to: folder)
      return try ModelContainer(
        for: schema, migrationPlan: migrationPlan, configurations: ModelConfiguration(url: url))
    }
  }
}
