import Foundation
import FoundationAdditions
import ModelDescription

/// Hands the bytes of a transformable attribute on as they are, where the application's own transformer is not at hand.
final class StoredBytesTransformer: ValueTransformer {
  static let name = "CausewayStoredBytes"

  private static let isRegistered: Void = setValueTransformer(
    StoredBytesTransformer(), forName: NSValueTransformerName(name))

  override class func transformedValueClass() -> AnyClass { NSData.self }

  override func transformedValue(_ value: Any?) -> Any? { value }

  override func reverseTransformedValue(_ value: Any?) -> Any? { value }

  /// The model with every transformable attribute as bytes; version hashes stay.
  static func applied(to model: ModelDescription) -> ModelDescription {
    _ = isRegistered
    var result = model
    for entity in result.entities.indices {
      for number in result.entities[entity].attributes.indices {
        apply(to: &result.entities[entity].attributes[number])
      }
    }
    return result
  }

  private static func apply(to attribute: inout AttributeDescription) {
    for number in attribute.elements.indices { apply(to: &attribute.elements[number]) }
    guard attribute.type == .transformable else { return }
    attribute.valueTransformerName = name
    attribute.valueClassName = nil
  }
}
