extension ModelConfiguration {
  /// What may happen to a store that another version of the models made. Not in Apple's API, which always migrates.
  ///
  ///     ModelConfiguration(url: url, migrates: .never)
  ///     ModelConfiguration(url: url, migrates: [.automatic, .blankValues])
  public struct Migrations: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The stages of the container's plan run; without a plan, a store migrates when its difference says by itself what
    /// has to happen. What Apple's framework does.
    public static let automatic = Migrations(rawValue: 1)
    /// A property that a row must have and for which neither its declaration nor an initialiser says a value becomes
    /// zero, empty or false, and a line says how many rows that were. Without it such a stage is refused.
    public static let blankValues = Migrations(rawValue: 3)
    /// A store that no version of the container's plan describes migrates too, when the container's models have all that
    /// it has and only add to it.
    public static let unknownVersions = Migrations(rawValue: 5)
    /// A store that would open as it is, since it differs from the container's models only in what shapes no table, becomes
    /// one of theirs all the same. Where a plan has stages for it, they run without this.
    public static let fittingStores = Migrations(rawValue: 9)
    /// The store opens as it is, or not at all.
    public static let never: Migrations = []
  }
}
