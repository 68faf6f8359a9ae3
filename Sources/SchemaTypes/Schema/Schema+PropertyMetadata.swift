extension Schema {
  /// What `@Model` says about one property.
  public struct PropertyMetadata: @unchecked Sendable {
    // Unchecked because key paths and default values are immutable here, and the macro makes them once.
    public let name: String
    public let keypath: AnyKeyPath
    public let defaultValue: Any?
    public let metadata: (any SchemaProperty)?

    public init(
      name: String, keypath: AnyKeyPath, defaultValue: Any? = nil, metadata: (any SchemaProperty)? = nil
    ) {
      self.name = name
      self.keypath = keypath
      self.defaultValue = defaultValue
      self.metadata = metadata
    }
  }
}
