import Foundation

/// Builds the object table of an `NSKeyedArchiver` file.
struct KeyedArchiveWriter {
  private var objects: [PlistValue] = [.string("$null")]
  private var shared: [PlistValue: PlistValue] = [:]
  private var classes: [String: PlistValue] = [:]
  /// The archive is a compiled model's, without what only its source says.
  var isCompiled = false

  /// The reference that stands for `nil`.
  static let null = PlistValue.uid(0)

  /// A reference to an object whose fields follow later, so that objects can refer to each other.
  mutating func reserve() -> PlistValue {
    objects.append(.dictionary([:]))
    return .uid(objects.count - 1)
  }

  mutating func fill(_ reference: PlistValue, _ kind: ArchivedClass, _ fields: [String: PlistValue]) {
    guard case .uid(let number) = reference else { return }
    var fields = fields
    fields["$class"] = classReference(kind)
    objects[number] = .dictionary(fields)
  }

  mutating func object(_ kind: ArchivedClass, _ fields: [String: PlistValue]) -> PlistValue {
    let reference = reserve()
    fill(reference, kind, fields)
    return reference
  }

  /// Text, a number or data as an object of its own; equal ones are one object, `nil` is `$null`.
  mutating func value(_ value: PlistValue?) -> PlistValue {
    guard let value, value != .null else { return Self.null }
    if let known = shared[value] { return known }
    objects.append(value)
    shared[value] = .uid(objects.count - 1)
    return .uid(objects.count - 1)
  }

  mutating func string(_ text: String?) -> PlistValue { value(text.map { .string($0) }) }

  mutating func list(_ kind: ArchivedClass, _ members: [PlistValue]) -> PlistValue {
    object(kind, ["NS.objects": .array(members)])
  }

  mutating func dictionary(_ kind: ArchivedClass, _ entries: [(key: String, value: PlistValue)]) -> PlistValue {
    let keys = entries.map { string($0.key) }
    return object(kind, ["NS.keys": .array(keys), "NS.objects": .array(entries.map(\.value))])
  }

  private mutating func classReference(_ kind: ArchivedClass) -> PlistValue {
    if let known = classes[kind.name] { return known }
    objects.append(
      .dictionary([
        "$classname": .string(kind.name), "$classes": .array(kind.lineage.map { .string($0) }),
      ]))
    classes[kind.name] = .uid(objects.count - 1)
    return .uid(objects.count - 1)
  }

  /// - Parameter root: the first object added, unless another is named.
  func data(root: PlistValue = .uid(1)) -> Data {
    BinaryPlistWriter.data(
      .dictionary([
        "$version": .integer(100_000), "$archiver": .string("NSKeyedArchiver"),
        "$top": .dictionary(["root": root]), "$objects": .array(objects),
      ]))
  }
}
