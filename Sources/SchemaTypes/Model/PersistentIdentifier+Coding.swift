import Foundation

/// The coded form is the one that public code reads from Apple's: one key `implementation` with the parts and the object's
/// URI (`x-coredata://<store>/<entity>/p<key>`).
extension PersistentIdentifier: Codable {
  private struct Coded: Codable {
    struct Implementation: Codable {
      var primaryKey: String
      var uriRepresentation: URL
      var isTemporary: Bool
      var storeIdentifier: String?
      var entityName: String
    }

    var implementation: Implementation
  }

  public func encode(to encoder: any Encoder) throws {
    let isTemporary = primaryKey <= 0
    // Without a row, an identifier means something in this process only, and nothing in another.
    let key = isTemporary ? "t\(-primaryKey)" : "p\(primaryKey)"
    guard let uri = URL(string: "x-coredata://\(storeIdentifier ?? "")/\(entityName)/\(key)") else {
      throw EncodingError.invalidValue(
        self, .init(codingPath: encoder.codingPath, debugDescription: "the identifier makes no URI"))
    }
    try Coded(
      implementation: .init(
        primaryKey: key, uriRepresentation: uri, isTemporary: isTemporary, storeIdentifier: storeIdentifier,
        entityName: entityName)
    ).encode(to: encoder)
  }

  public init(from decoder: any Decoder) throws {
    let coded = try Coded(from: decoder).implementation
    guard let key = Int64(coded.primaryKey.dropFirst()), key >= 0 else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "\(coded.primaryKey) is no primary key"))
    }
    self.init(
      storeIdentifier: coded.storeIdentifier, entityName: coded.entityName, primaryKey: coded.isTemporary ? -key : key)
  }

  /// The identifier of a row, by its primary key: a number, or text such as `p12`.
  public static func identifier<T>(
    for storeIdentifier: String, entityName: String, primaryKey: T
  ) throws -> PersistentIdentifier
  where T: Comparable, T: CustomStringConvertible, T: Decodable, T: Encodable, T: Hashable {
    let text = primaryKey.description
    guard let key = Int64(text.hasPrefix("p") ? String(text.dropFirst()) : text), key > 0 else {
      throw EncodingError.invalidValue(
        primaryKey, .init(codingPath: [], debugDescription: "\(text) is no primary key of a row"))
    }
    return PersistentIdentifier(storeIdentifier: storeIdentifier, entityName: entityName, primaryKey: key)
  }
}
