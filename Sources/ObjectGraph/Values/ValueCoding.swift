package import Foundation
package import ModelDescription

/// Between values that have no column type of their own and the bytes in their column: the transformers of a face.
package protocol ValueCoding: Sendable {
  /// - Throws: an error that says which transformer is missing or what it cannot turn into bytes.
  func data(of value: Any, for attribute: AttributeDescription) throws -> Data
  func value(in data: Data, for attribute: AttributeDescription, as type: Any.Type) throws -> Any
}

/// For graphs without transformable attributes.
package struct NoValueCoding: ValueCoding {
  package init() {}

  package func data(of value: Any, for attribute: AttributeDescription) throws -> Data {
    throw GraphError(.unsupported, "no transformers are known here", property: attribute.name)
  }

  package func value(in data: Data, for attribute: AttributeDescription, as type: Any.Type) throws -> Any {
    throw GraphError(.unsupported, "no transformers are known here", property: attribute.name)
  }
}
