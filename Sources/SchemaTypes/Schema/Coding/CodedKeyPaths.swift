import ObjectGraph

/// Key paths of a model's properties on their way into and out of a file: by the properties' names.
struct CodedKeyPaths<Model: PersistentModel>: Codable {
  let keyPaths: [PartialKeyPath<Model>]
  let isLocation: Bool

  init(keyPaths: [PartialKeyPath<Model>], isLocation: Bool = false) {
    self.keyPaths = keyPaths
    self.isLocation = isLocation
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let layout = Model._$layout
    keyPaths = try container.decode([String].self, forKey: .properties).map { name in
      guard let slot = layout.slot(named: name),
        let keyPath = layout.properties[slot].keyPath as? PartialKeyPath<Model>
      else {
        throw DecodingError.dataCorruptedError(
          forKey: .properties, in: container, debugDescription: "\(Model.self) has no persisted property \(name)")
      }
      return keyPath
    }
    isLocation = try container.decodeIfPresent(Bool.self, forKey: .isLocation) ?? false
  }

  func encode(to encoder: any Encoder) throws {
    let layout = Model._$layout
    let names = try keyPaths.map { keyPath in
      guard let slot = layout.slot(of: keyPath) else {
        throw EncodingError.invalidValue(
          keyPath,
          .init(
            codingPath: encoder.codingPath,
            debugDescription: "\(keyPath) is no persisted property of \(Model.self) itself"))
      }
      return layout.properties[slot].name
    }
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(names, forKey: .properties)
    if isLocation { try container.encode(true, forKey: .isLocation) }
  }

  private enum Key: CodingKey { case properties, isLocation }
}
