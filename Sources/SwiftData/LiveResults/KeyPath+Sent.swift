extension KeyPath {
  /// The same key path, for those who ask for one that can be sent: Apple's initializers take any.
  ///
  /// Key paths of models are literals: they capture nothing that could be shared.
  var sent: any KeyPath<Root, Value> & Sendable {
    // A marker protocol adds nothing to the reference.
    unsafeBitCast(self, to: (any KeyPath<Root, Value> & Sendable).self)
  }
}
