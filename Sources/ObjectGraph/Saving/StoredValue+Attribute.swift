import Foundation
import ModelDescription
package import StoreContract

/// Fitting values to the attribute types of the store's model.
extension StoredValue {
  /// The model's default of an attribute that no class property holds.
  init(default attribute: AttributeDescription) {
    self =
      switch attribute.defaultValue {
      case .boolean(let value): .integer(value ? 1 : 0)
      case .integer(let value): .integer(value)
      case .double(let value): .real(value)
      case .float(let value): .real(Double(value))
      case .date(let value): .real(value.timeIntervalSinceReferenceDate)
      case .string(let value), .uri(let value): .text(value)
      case .decimal(let value): .text(value.description)
      case .data(let value): .blob(value)
      case .uuid(let value): .blob(withUnsafeBytes(of: value.uuid) { Data($0) })
      case nil: .null
      }
  }

  package init(_ form: BoxedForm) {
    self =
      switch form {
      case .null: .null
      case .integer(let integer): .integer(integer)
      case .real(let real): .real(real)
      case .text(let text): .text(text)
      case .data(let data): .blob(data)
      }
  }

  /// An integer within the width that the store's model declares, and null for a real number that is none: SQLite has no
  /// NaN and stores NULL.
  ///
  /// - Parameter property: The class's name of it.
  func checked(
    _ attribute: AttributeDescription, _ entity: String, _ property: @autoclosure () -> String
  ) throws -> StoredValue {
    if isNaN(attribute.type) {
      guard attribute.type == .decimal else { return .null }
      throw GraphError(
        .validation, "a decimal that is no number (NaN) cannot be stored", entity: entity, property: property())
    }
    guard case .integer(let integer) = self else { return self }
    let bits: Int64? =
      switch attribute.type {
      case .integer16: Int64(Int16.max)
      case .integer32: Int64(Int32.max)
      default: nil
      }
    if let bits, integer > bits || integer < -bits - 1 {
      throw GraphError(
        .validation, "\(integer) is too \(integer < 0 ? "small" : "large") for the store's \(attribute.type)",
        entity: entity, property: property(), rule: integer < 0 ? .tooSmall : .tooLarge)
    }
    return self
  }

  private func isNaN(_ type: AttributeType) -> Bool {
    switch self {
    case .real(let real): real.isNaN
    case .text(let text): type == .decimal && text == "NaN"
    default: false
    }
  }

  /// A number in the form of its attribute's type.
  func converted(to type: AttributeType) -> StoredValue {
    switch (self, type) {
    case (.integer(let integer), .double), (.integer(let integer), .float): .real(Double(integer))
    case (.integer(let integer), .decimal): .text(String(integer))
    case (.real(let real), .decimal): .text("\(real)")
    default: self
    }
  }
}
