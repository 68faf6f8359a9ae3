public import SchemaTypes

public typealias DataStoreSnapshotValue = Codable & Sendable

/// The values of a model at one time, apart from any context.
public protocol DataStoreSnapshot: Decodable, Encodable, Sendable {
  var persistentIdentifier: PersistentIdentifier { get }
  init(from: any BackingData, relatedBackingDatas: inout [PersistentIdentifier: any BackingData])
  func copy(
    persistentIdentifier: PersistentIdentifier,
    remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]?
  ) -> Self
}

/// The keys of a coded snapshot.
public enum DataStoreSnapshotCodingKey: CodingKey {
  case persistentIdentifier
  case modeledProperty(String)

  public var stringValue: String {
    switch self {
    case .persistentIdentifier: "persistentIdentifier"
    case .modeledProperty(let name): name
    }
  }

  public init?(stringValue: String) {
    self = stringValue == "persistentIdentifier" ? .persistentIdentifier : .modeledProperty(stringValue)
  }

  public var intValue: Int? { nil }
  public init?(intValue: Int) { nil }
}

/// The snapshot of stores of Apple's format: which object it is of. Its values are not there yet.
public struct DefaultSnapshot: DataStoreSnapshot {
  public let persistentIdentifier: PersistentIdentifier

  public init(
    from backingData: any BackingData, relatedBackingDatas: inout [PersistentIdentifier: any BackingData]
  ) {
    persistentIdentifier =
      backingData.persistentModelID ?? PersistentIdentifier(storeIdentifier: nil, entityName: "", primaryKey: 0)
  }

  private init(_ identifier: PersistentIdentifier) { persistentIdentifier = identifier }

  public init(from decoder: any Decoder) throws {
    persistentIdentifier = try decoder.container(keyedBy: DataStoreSnapshotCodingKey.self)
      .decode(PersistentIdentifier.self, forKey: .persistentIdentifier)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: DataStoreSnapshotCodingKey.self)
    try container.encode(persistentIdentifier, forKey: .persistentIdentifier)
  }

  public func copy(
    persistentIdentifier: PersistentIdentifier,
    remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]? = [:]
  ) -> DefaultSnapshot {
    DefaultSnapshot(persistentIdentifier)
  }
}
