public import Foundation
import Synchronization

/// The name under which a transformer is registered.
public struct NSValueTransformerName: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
  public init(_ rawValue: String) { self.rawValue = rawValue }

  public static let negateBooleanTransformerName = Self("NSNegateBoolean")
  public static let isNilTransformerName = Self("NSIsNil")
  public static let isNotNilTransformerName = Self("NSIsNotNil")
  public static let secureUnarchiveFromDataTransformerName = Self("NSSecureUnarchiveFromData")
  public static let unarchiveFromDataTransformerName = Self("NSUnarchiveFromData")
  public static let keyedUnarchiveFromDataTransformerName = Self("NSKeyedUnarchiveFromData")

  /// Whether a model that writes `name` means the transformer of this name: models name Foundation's own by the name that
  /// it is registered under or by its class's.
  package func isMeant(by name: String) -> Bool { rawValue == name || "\(rawValue)Transformer" == name }
}

/// Turns values into others and back; subclass it to store a type of your own.
///
/// Foundation has this class on Apple's platforms only.
open class ValueTransformer: NSObject {
  private static let registered = Mutex<[NSValueTransformerName: Registered]>([:])

  /// A transformer as registered: users share it between threads, as they do on Apple's platforms.
  private struct Registered: @unchecked Sendable {
    // Unchecked because Apple's contract is that a registered transformer serves every thread.
    let transformer: ValueTransformer
  }

  public override init() {}

  /// The transformer registered under that name, or the standard one of that name.
  public convenience init?(forName name: NSValueTransformerName) {
    guard let found = Self.valueTransformer(forName: name) ?? StandardTransformers.transformer(named: name),
      let made = found as? Self
    else { return nil }
    self.init(made: made)
  }

  public class func setValueTransformer(_ transformer: ValueTransformer?, forName name: NSValueTransformerName) {
    let entry = transformer.map { Registered(transformer: $0) }
    registered.withLock { $0[name] = entry }
  }

  /// The transformer registered under that name.
  public class func valueTransformer(forName name: NSValueTransformerName) -> ValueTransformer? {
    registered.withLock { $0[name] }?.transformer
  }

  /// The transformer that an attribute names: registered under the name, or of a registered class of that name.
  package static func transformer(named name: String) -> ValueTransformer? {
    let all = registered.withLock { $0 }
    if let exact = all[NSValueTransformerName(name)] { return exact.transformer }
    return all.sorted { $0.key.rawValue < $1.key.rawValue }.map(\.value.transformer).first {
      "\(type(of: $0))" == name || String(reflecting: type(of: $0)) == name
    }
  }

  /// The names registered, sorted.
  public class func valueTransformerNames() -> [NSValueTransformerName] {
    registered.withLock { Array($0.keys) }.sorted { $0.rawValue < $1.rawValue }
  }

  open class func transformedValueClass() -> AnyClass { NSObject.self }
  open class func allowsReverseTransformation() -> Bool { true }
  open func transformedValue(_ value: Any?) -> Any? { value }
  open func reverseTransformedValue(_ value: Any?) -> Any? { value }
}
