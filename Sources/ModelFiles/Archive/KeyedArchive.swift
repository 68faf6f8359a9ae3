import Foundation

/// The object graph of an `NSKeyedArchiver` file, read lazily by reference.
struct KeyedArchive {
  private let objects: [PlistValue]
  /// The object under the top key `root`.
  let root: Object

  /// One archived object: its class and its fields.
  struct Object {
    /// Position in `$objects`: equal for the same object.
    let number: Int
    let className: String
    let fields: [String: PlistValue]

    var fieldNames: [String] { fields.keys.sorted() }
  }

  init(_ data: Data) throws {
    let plist = try BinaryPlistReader.read(data)
    guard case .array(let objects)? = plist["$objects"], case .uid(let number)? = plist["$top"]?["root"] else {
      throw BinaryPlistReader.Failure(description: "not a keyed archive")
    }
    self.objects = objects
    guard let root = Self.object(number, in: objects) else {
      throw BinaryPlistReader.Failure(description: "the archive's root is no object")
    }
    self.root = root
  }

  /// Every object of the archive that has a class.
  var allObjects: [Object] { objects.indices.compactMap { Self.object($0, in: objects) } }

  private static func object(_ number: Int, in objects: [PlistValue]) -> Object? {
    guard objects.indices.contains(number), case .dictionary(let fields) = objects[number],
      case .uid(let kind)? = fields["$class"], objects.indices.contains(kind),
      case .string(let name)? = objects[kind]["$classname"]
    else { return nil }
    return Object(number: number, className: name, fields: fields)
  }

  /// The class of an object and its superclasses, as the archive lists them.
  func classes(of object: Object) -> [String] {
    guard case .uid(let number)? = object.fields["$class"], objects.indices.contains(number),
      case .array(let names)? = objects[number]["$classes"]
    else { return [] }
    return names.compactMap { if case .string(let name) = $0 { name } else { nil } }
  }

  /// A plain value with references followed once; `$null` is `nil`.
  func plain(_ value: PlistValue?) -> PlistValue? {
    guard case .uid(let number)? = value else { return value == .null ? nil : value }
    guard objects.indices.contains(number), objects[number] != .string("$null") else { return nil }
    return objects[number]
  }

  func object(_ key: String, of owner: Object) -> Object? { object(owner.fields[key]) }

  func object(_ value: PlistValue?) -> Object? {
    guard case .uid(let number)? = value else { return nil }
    return Self.object(number, in: objects)
  }

  func string(_ key: String, of owner: Object) -> String? { string(owner.fields[key]) }

  func string(_ value: PlistValue?) -> String? {
    switch plain(value) {
    case .string(let text)?: return text
    case .dictionary?:
      guard let object = object(value) else { return nil }
      return object.className.hasSuffix("String") ? string("NS.string", of: object) : nil
    default: return nil
    }
  }

  func integer(_ key: String, of owner: Object) -> Int? {
    switch plain(owner.fields[key]) {
    case .integer(let value)?: Int(exactly: value)
    case .boolean(let value)?: value ? 1 : 0
    default: nil
    }
  }

  func flag(_ key: String, of owner: Object) -> Bool { (integer(key, of: owner) ?? 0) != 0 }

  /// Elements of an archived array or set.
  func elements(_ key: String, of owner: Object) -> [PlistValue] { elements(owner.fields[key]) }

  func elements(_ value: PlistValue?) -> [PlistValue] {
    guard let object = object(value), case .array(let items)? = plain(object.fields["NS.objects"]) else { return [] }
    return items
  }

  /// Entries of an archived dictionary with text keys, in archive order.
  func entries(_ key: String, of owner: Object) -> [(key: String, value: PlistValue)] {
    guard let object = object(key, of: owner) else { return [] }
    if let strategy = self.object("searchMapping", of: object) {
      // NSKnownKeysDictionary: the keys stand in its mapping strategy (StoreFormat.md section 10).
      let keys = elements("keys", of: strategy).map { string($0) ?? "" }
      return zip(keys, elements("values", of: object)).map { ($0, $1) }
    }
    guard case .array(let keys)? = plain(object.fields["NS.keys"]),
      case .array(let values)? = plain(object.fields["NS.objects"])
    else { return [] }
    return zip(keys, values).compactMap { key, value in string(key).map { ($0, value) } }
  }

  /// The value itself: text, number, data, or an archived date, UUID, decimal number or URL as its fields.
  func scalar(_ key: String, of owner: Object) -> Scalar? {
    switch plain(owner.fields[key]) {
    case .string(let text)?: return .text(text)
    case .integer(let value)?: return .integer(value)
    case .boolean(let value)?: return .integer(value ? 1 : 0)
    case .real(let value)?: return .real(value)
    case .data(let data)?: return .data(data)
    case .date(let seconds)?: return .date(seconds)
    case .dictionary?: return object(key, of: owner).flatMap(scalar(of:))
    default: return nil
    }
  }

  private func scalar(of object: Object) -> Scalar? {
    switch object.className {
    case "NSDate":
      if case .real(let seconds)? = plain(object.fields["NS.time"]) { return .date(seconds) }
    case "NSUUID":
      if case .data(let bytes)? = plain(object.fields["NS.uuidbytes"]) { return .data(bytes) }
    case "NSData", "NSMutableData":
      if case .data(let bytes)? = plain(object.fields["NS.data"]) { return .data(bytes) }
    case "NSURL": return string("NS.relative", of: object).map { .text($0) }
    case "NSDecimalNumberPlaceholder", "NSDecimalNumber": return DecimalArchive.text(object.fields).map { .text($0) }
    default: return string("NS.string", of: object).map { .text($0) }
    }
    return nil
  }

  enum Scalar: Hashable {
    case text(String)
    case integer(Int64)
    case real(Double)
    case data(Data)
    case date(Double)
  }
}
