extension EntityDescription {
  /// The fetch indexes, after those that the "Indexed" checkbox and the compound indexes of older models stand for.
  ///
  /// The order is that of the caches which Apple's frameworks write for such models (StoreFormat.md section 8).
  package var allIndexes: [FetchIndexDescription] {
    var names = Set(indexes.map(\.name))
    var older: [FetchIndexDescription] = []
    for attribute in attributes.sorted(by: { $0.name < $1.name })
    where attribute.isIndexed && names.insert(attribute.name).inserted {
      older.append(FetchIndexDescription(name: attribute.name, elements: [.init(propertyName: attribute.name)]))
    }
    for properties in compoundIndexes where names.insert(properties.joined(separator: "_")).inserted {
      older.append(
        FetchIndexDescription(
          name: properties.joined(separator: "_"), elements: properties.map { .init(propertyName: $0) }))
    }
    return older + indexes
  }
}
