public import Foundation

extension NSSortDescriptor {
  /// Sorts by the value under a key or key path; `nil` and `"self"` sort by the objects themselves.
  ///
  /// Numbers and dates by value, text by its bytes, nil first.
  public convenience init(key: String?, ascending: Bool) {
    self.init(made: Self.descriptor(KeySortDescriptor(keys: Self.keys(key), ascending: ascending, order: nil)))
  }

  /// Sorts by a comparator over the values under a key; nil comes as `NSNull`.
  public convenience init(key: String?, ascending: Bool, comparator cmptr: @escaping Comparator) {
    self.init(made: Self.descriptor(KeySortDescriptor(keys: Self.keys(key), ascending: ascending, order: cmptr)))
  }

  /// The key that the descriptor sorts by; `nil` when it was made of a key path whose name the language does not tell.
  public var key: String? {
    if let descriptor = self as? KeySortDescriptor { return descriptor.text }
    if let name = __KeyPathNames.name(of: keyPath) { return name }
    // Stored properties print by name, computed ones as an address.
    let text = "\(keyPath)"
    guard text.hasPrefix("\\"), !text.contains("<"), let dot = text.firstIndex(of: ".") else { return nil }
    let name = text[text.index(after: dot)...].filter { $0 != "?" && $0 != "!" }
    return name == "self" || name.isEmpty ? nil : String(name)
  }

  /// Does nothing: descriptors are never archived here, so none needs to be allowed.
  public func allowEvaluation() {}

  private static func keys(_ key: String?) -> [String] {
    guard let key, key != "self" else { return [] }
    return key.split(separator: ".").map(String.init)
  }

  static func descriptor(_ made: KeySortDescriptor) -> Self {
    guard let result = made as? Self else {
      fatalError("A sort descriptor by key is a \(type(of: made)), not a \(Self.self).")
    }
    return result
  }
}

extension NSSortDescriptor {
  /// The keys whose values are compared as stores compare them; `nil` for a descriptor with a comparison of its own, or by
  /// a key path.
  package var plainKeys: [String]? { (self as? KeySortDescriptor)?.naturalKeys }

  /// The key path that a descriptor was made of; `nil` for one by key.
  package var madeOfKeyPath: AnyKeyPath? { self is KeySortDescriptor ? nil : keyPath }
}
