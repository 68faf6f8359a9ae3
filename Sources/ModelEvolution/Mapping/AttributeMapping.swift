package import ModelDescription

/// Where an attribute, or a part of a composite, gets its value from.
package struct AttributeMapping: Hashable, Sendable {
  /// Number of the source's field; `nil` for a new attribute.
  package let sourceField: Int?
  package let conversion: Conversion
  /// What stands in a row for which the source has no value.
  package let fill: Fill

  /// What happens to a value on its way.
  package enum Conversion: String, Hashable, Sendable, CaseIterable {
    case none
    /// A wider integer, or a double for a float: the stored value is the same.
    case widening
    /// The value may be kept in a file beside the store from now on.
    case gainsExternalStorage
    /// The value is kept in its row from now on.
    case losesExternalStorage
  }

  package enum Fill: Hashable, Sendable {
    /// No value is fine.
    case null
    /// The default that the destination declares.
    case value(AttributeValue)
    /// A value is needed, and the destination declares none.
    case missing
    /// The store computes it.
    case derived
  }

  package init(sourceField: Int?, conversion: Conversion = .none, fill: Fill) {
    self.sourceField = sourceField
    self.conversion = conversion
    self.fill = fill
  }
}
