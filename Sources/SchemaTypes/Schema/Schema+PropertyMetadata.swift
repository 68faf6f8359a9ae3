extension Schema {
  /// What `@Model` says about one property.
  public struct PropertyMetadata: @unchecked Sendable {
    // Unchecked because key paths and default values are immutable here, and the macro makes them once.
    public let name: String
    public let keypath: AnyKeyPath
    public let defaultValue: Any?
    public let metadata: (any SchemaProperty)?
    /// The default argument of an initialiser's parameter that is assigned to the property.
    package let initial: (() -> Any)?

    public init(
      name: String, keypath: AnyKeyPath, defaultValue: Any? = nil, metadata: (any SchemaProperty)? = nil
    ) {
      self.name = name
      self.keypath = keypath
      self.defaultValue = defaultValue
      self.metadata = metadata
      initial = nil
    }

    /// What `@Model` says of a property that must have a value, declares none, and gets one by an initialiser.
    public init(
      name: String, keypath: AnyKeyPath, defaultValue: Any?, metadata: (any SchemaProperty)?,
      _initial: @autoclosure @escaping () -> Any
    ) {
      self.name = name
      self.keypath = keypath
      self.defaultValue = defaultValue
      self.metadata = metadata
      initial = _initial
    }
  }
}
