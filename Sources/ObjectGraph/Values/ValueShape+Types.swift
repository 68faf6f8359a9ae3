import Foundation
package import ModelDescription
import Synchronization

extension ValueShape {
  /// What was found of each type: predicates ask for the shapes of their operands at every fetch.
  private static let found = Mutex<[ObjectIdentifier: Result<ValueShape, ShapeError>]>([:])

  /// The shape of a type's values.
  ///
  /// A type is looked at once; later calls take the time of a look-up.
  ///
  /// - Throws: `ShapeError` for what Apple's SwiftData refuses too, and for what no store of Apple's shows how to write.
  package init(of type: Any.Type) throws(ShapeError) {
    let key = ObjectIdentifier(type)
    if let known = Self.found.withLock({ $0[key] }) {
      self = try known.get()
      return
    }
    // Not under the lock: a struct's shape asks for those of its properties.
    let shape = Result { () throws(ShapeError) in try Self(lookingAt: type) }
    Self.found.withLock { $0[key] = shape }
    self = try shape.get()
  }

  private init(lookingAt type: Any.Type) throws(ShapeError) {
    if let plain = AttributeType(holding: type) {
      self = .plain(plain)
    } else if type is any CodableCollection.Type {
      self = .collection
    } else if let enumeration = EnumCases(type) {
      self = try Self(of: type, enumeration)
    } else if let coded = type as? any Codable.Type, TypeKind(type) == .structure {
      // An option set is coded as one value, without keys.
      self = type is any RawRepresentable.Type ? .coded : .structure(try ShapeProbe.elements(of: coded))
    } else if TypeKind(type) == .object {
      throw ShapeError(description: "a class that is no model has no columns; use a struct or a '@Model' class")
    } else {
      throw ShapeError(description: "it is not 'Codable'")
    }
  }

  private init(of type: Any.Type, _ enumeration: EnumCases) throws(ShapeError) {
    if let raw = type as? any RawRepresentable.Type {
      guard let leaf = AttributeType(holding: Self.rawType(raw)) else {
        throw ShapeError(description: "raw values of type \(Self.raw(type)) have no column")
      }
      self = .raw(leaf)
    } else if !(type is any Codable.Type) {
      throw ShapeError(description: "it is not 'Codable'")
    } else if enumeration.hasValues {
      self = .coded
    } else if enumeration.names.isEmpty {
      throw ShapeError(description: "the enum has no cases, or was compiled without reflection metadata")
    } else {
      self = .cases(enumeration.names)
    }
  }

  private static func raw(_ type: Any.Type) -> String {
    (type as? any RawRepresentable.Type).map { "\(rawType($0))" } ?? ""
  }

  private static func rawType<T: RawRepresentable>(_: T.Type) -> Any.Type { T.RawValue.self }
}

extension AttributeType {
  /// The attribute type that a Swift type alone decides.
  package init?(holding type: Any.Type) {
    guard let known = Self.bySwiftType[ObjectIdentifier(type)] else { return nil }
    self = known
  }

  private static let bySwiftType: [ObjectIdentifier: AttributeType] = {
    let pairs: [(Any.Type, AttributeType)] = [
      (Bool.self, .boolean), (Int.self, .integer64), (Int64.self, .integer64), (UInt.self, .integer64),
      (UInt64.self, .integer64), (UInt32.self, .integer64), (Int32.self, .integer32), (UInt16.self, .integer32),
      (Int16.self, .integer16), (Int8.self, .integer16), (UInt8.self, .integer16), (Double.self, .double),
      (Float.self, .float), (String.self, .string), (Date.self, .date), (Data.self, .binary), (UUID.self, .uuid),
      (URL.self, .uri), (Decimal.self, .decimal),
    ]
    return Dictionary(uniqueKeysWithValues: pairs.map { (ObjectIdentifier($0), $1) })
  }()
}

/// Collections of coded values, seen from a metatype.
protocol CodableCollection {}
extension Array: CodableCollection where Element: Codable {}
extension Set: CodableCollection where Element: Codable {}
extension Dictionary: CodableCollection where Key: Codable, Value: Codable {}
