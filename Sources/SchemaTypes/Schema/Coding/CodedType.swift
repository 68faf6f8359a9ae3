/// A Swift type on its way into and out of a file: by its mangled name, which finds it again in any process that has it.
struct CodedType: Codable {
  let type: any Any.Type

  init(_ type: any Any.Type) { self.type = type }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let name = try container.decode(String.self, forKey: .mangledName)
    guard let type = _typeByName(name) else {
      let spelling = try container.decodeIfPresent(String.self, forKey: .name) ?? name
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "this program has no type \(spelling)"))
    }
    self.type = type
  }

  func encode(to encoder: any Encoder) throws {
    guard let name = _mangledTypeName(type) else {
      throw EncodingError.invalidValue(
        type, .init(codingPath: encoder.codingPath, debugDescription: "\(type) is a local type, which has no name"))
    }
    var container = encoder.container(keyedBy: Key.self)
    try container.encode("\(type)", forKey: .name)
    try container.encode(name, forKey: .mangledName)
  }

  private enum Key: CodingKey { case name, mangledName }
}
