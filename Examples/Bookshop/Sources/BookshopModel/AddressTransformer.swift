public import CoreData

/// Stores addresses as JSON.
public final class AddressTransformer: ValueTransformer {
  public static let name = NSValueTransformerName("AddressTransformer")

  /// To be called before a store is opened.
  public static func register() { ValueTransformer.setValueTransformer(AddressTransformer(), forName: name) }

  public override class func transformedValueClass() -> AnyClass { NSData.self }
  public override class func allowsReverseTransformation() -> Bool { true }

  public override func transformedValue(_ value: Any?) -> Any? {
    guard let address = value as? Address else { return nil }
    return try? JSONEncoder().encode(address)
  }

  public override func reverseTransformedValue(_ value: Any?) -> Any? {
    guard let data = value as? Data else { return nil }
    return try? JSONDecoder().decode(Address.self, from: data)
  }
}
