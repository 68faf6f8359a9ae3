import Synchronization

/// The container of those who name none: live queries, and whoever asks for it.
extension ModelContainer {
  @TaskLocal static var scoped: ModelContainer?
  private static let common = Mutex<ModelContainer?>(nil)

  /// The container that `withDefault(_:)` around the caller names, or the one that the program set last.
  ///
  /// Not in Apple's API, where a view's environment has the container. Live queries keep the first one that they find.
  public static var `default`: ModelContainer? {
    get { scoped ?? common.withLock { $0 } }
    set { common.withLock { $0 = newValue } }
  }

  /// Runs `body` with a default container of its own, which tasks made there have too.
  public static func withDefault<Result>(
    _ container: ModelContainer, _ body: () throws -> Result
  ) rethrows -> Result {
    try $scoped.withValue(container) { try body() }
  }

  /// Runs `body` with a default container of its own, which tasks made there have too.
  public static func withDefault<Result>(
    _ container: ModelContainer, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await $scoped.withValue(container) { try await body() }
  }
}
