public import FoundationAdditions

extension Schema.Attribute {
  /// How an attribute is stored.
  public struct Option: Codable, Hashable, Sendable, CustomDebugStringConvertible {
    private enum Kind: Codable, Hashable, Sendable {
      case unique, externalStorage, allowsCloudEncryption, preserveValueOnDeletion, ephemeral, spotlight, codable
      case transformable(String)
    }

    private let kind: Kind

    public static var unique: Self { Self(kind: .unique) }
    public static var externalStorage: Self { Self(kind: .externalStorage) }
    public static var allowsCloudEncryption: Self { Self(kind: .allowsCloudEncryption) }
    public static var preserveValueOnDeletion: Self { Self(kind: .preserveValueOnDeletion) }
    /// Observed for changes, and not stored.
    public static var ephemeral: Self { Self(kind: .ephemeral) }
    public static var spotlight: Self { Self(kind: .spotlight) }

    /// A `Codable` value as one blob, whatever its parts are; here its JSON.
    public static var codable: Self { Self(kind: .codable) }

    public static func transformable(by transformerType: ValueTransformer.Type) -> Self {
      Self(kind: .transformable(String(describing: transformerType)))
    }

    public static func transformable(by transformerName: String) -> Self {
      Self(kind: .transformable(transformerName))
    }

    package var transformerName: String? {
      if case .transformable(let name) = kind { name } else { nil }
    }

    public var debugDescription: String { "\(kind)" }
  }
}
