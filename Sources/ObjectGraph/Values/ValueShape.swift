package import ModelDescription

/// How the values of a Swift type lie in a row (StoreFormat.md section 7).
package indirect enum ValueShape: Hashable, Sendable {
  /// One field of the type's own attribute type.
  case plain(AttributeType)
  /// An enum with raw values: one field that holds the raw value.
  case raw(AttributeType)
  /// An enum of cases alone: one text field a case, of which the chosen one holds its name.
  case cases([String])
  /// A struct: the fields of its stored properties, one after the other.
  case structure([Element])
  /// A collection: JSON in one binary field, or in an archive when it is a property of the model itself.
  case collection
  /// A value without a layout of Apple's that is known: JSON in one binary field.
  case coded

  /// One stored property of a struct.
  package struct Element: Hashable, Sendable {
    package var name: String
    /// What the struct's coding calls it.
    var key: String
    package var shape: ValueShape
    package var isOptional: Bool
  }

  /// The shape of a value whose parts have names and shapes.
  package init(parts: [(name: String, shape: ValueShape)]) {
    self = .structure(parts.map { Element(name: $0.name, key: $0.name, shape: $0.shape, isOptional: true) })
  }

  /// How many fields a row has for a value.
  package var fieldCount: Int {
    switch self {
    case .plain, .raw, .collection, .coded: 1
    case .cases(let names): names.count
    case .structure(let elements): elements.reduce(0) { $0 + $1.shape.fieldCount }
    }
  }

  /// The fields' paths below a property.
  package func paths(below path: [String]) -> [[String]] {
    switch self {
    case .plain, .collection, .coded: [path]
    case .raw: [path + path.suffix(1)]
    case .cases(let names): names.map { path + [$0] }
    case .structure(let elements): elements.flatMap { $0.shape.paths(below: path + [$0.name]) }
    }
  }

  /// Whether the model has a composite for it.
  package var isComposite: Bool {
    switch self {
    case .plain, .collection, .coded: false
    case .raw, .cases, .structure: true
    }
  }
}

/// Why a type has no shape.
package struct ShapeError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String
}
