extension FetchIndexDescription {
  /// An index that a class asks for by `#Index`, under the name that SwiftData gives it.
  ///
  /// The name of a binary one is seen in stores (StoreFormat.md section 7); that of a location index is made likewise, after
  /// the spelling of Core Data's `rTree`, since no specimen has one.
  package init(swiftDataIndexOf propertyNames: [String], kind: Kind) {
    let word =
      switch kind {
      case .binary: "Binary"
      case .rTree: "RTree"
      }
    self.init(
      name: "SwiftDataIndexOn" + word + propertyNames.joined(),
      elements: propertyNames.map { Element(propertyName: $0, kind: kind) })
  }
}
