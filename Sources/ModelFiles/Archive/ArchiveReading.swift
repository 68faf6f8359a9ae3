internal import Foundation

/// One pass through the objects of a keyed archive, whose work is bounded whatever the bytes say.
package final class ArchiveReading {
  /// Makes the object of a class that has no form here, of its fields; `nil` for a class that is not known.
  package typealias ObjectReader = (
    _ className: String, _ fields: [String: PlistValue], _ reading: ArchiveReading, _ depth: Int
  ) throws -> Any?

  private typealias Failure = PropertyListArchive.Failure

  private let objects: [PlistValue]
  /// Objects of Foundation's classes instead of Swift's values.
  private var makesObjects = false
  private var readsObject: ObjectReader?
  /// An archive may name one object many times, so the work is bounded.
  private var budget = 1 << 20

  package init(_ objects: [PlistValue], readsObject: ObjectReader? = nil) {
    self.objects = objects
    self.readsObject = readsObject
  }

  /// The same as objects of Foundation's classes, with another maker for what has no form here.
  package func object(_ plist: PlistValue, depth: Int, readsObject: @escaping ObjectReader) throws -> Any? {
    let outer = (makesObjects, self.readsObject)
    defer { (makesObjects, self.readsObject) = outer }
    (makesObjects, self.readsObject) = (true, readsObject)
    return try value(plist, depth: depth)
  }

  package func value(_ plist: PlistValue, depth: Int) throws -> Any? {
    budget -= 1
    guard budget > 0, depth < 64 else { throw Failure(description: "the archive refers to itself too often") }
    switch plist {
    case .null: return nil
    case .boolean(let flag): return made(flag) { NSNumber(value: flag) }
    case .integer(let number): return made(number) { NSNumber(value: number) }
    case .real(let number): return made(number) { NSNumber(value: number) }
    case .date(let seconds): return date(seconds)
    case .data(let data): return made(data) { NSData(data: data) }
    case .string(let text): return text == "$null" ? nil : made(text) { NSString(string: text) }
    case .array(let items):
      let list = try items.compactMap { try value($0, depth: depth + 1) }
      return made(list) { NSArray(array: list) }
    case .uid(let number):
      guard objects.indices.contains(number) else { throw Failure(description: "the archive lacks an object") }
      return try value(objects[number], depth: depth + 1)
    case .dictionary(let fields): return try object(fields, depth: depth)
    }
  }

  private func made(_ value: Any, _ object: () -> NSObject) -> Any { makesObjects ? object() : value }

  private func date(_ seconds: Double) -> Any {
    let date = Date(timeIntervalSinceReferenceDate: seconds)
    return made(date) { date as NSDate }
  }

  private func object(_ fields: [String: PlistValue], depth: Int) throws -> Any? {
    guard case .uid(let kind)? = fields["$class"], objects.indices.contains(kind),
      case .string(let name)? = objects[kind]["$classname"]
    else { throw Failure(description: "the archive has an object without a class") }
    func field(_ key: String) throws -> Any? { try fields[key].flatMap { try value($0, depth: depth + 1) } }
    func text(_ key: String) throws -> String? { try field(key) as? String }
    switch name {
    case "NSString", "NSMutableString": return try field("NS.string") ?? (try field("NS.bytes"))
    case "NSData", "NSMutableData": return try field("NS.data") ?? (try field("NS.bytes"))
    case "NSNull": return NSNull()
    case "NSDate":
      switch fields["NS.time"] {
      case .real(let seconds)?: return date(seconds)
      default: break
      }
    case "NSUUID":
      guard case .data(let bytes)? = fields["NS.uuidbytes"], bytes.count == 16 else { break }
      let id = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
      return made(id) { id as NSUUID }
    case "NSURL":
      return try text("NS.relative").flatMap { URL(string: $0) }.map { url in made(url) { url as NSURL } }
    case "NSArray", "NSMutableArray": return try list(fields["NS.objects"], depth) ?? (try field("NS.objects"))
    case "NSSet", "NSMutableSet":
      guard let members = try list(fields["NS.objects"], depth) else { return try field("NS.objects") }
      return made(members) { NSSet(array: members) }
    case "NSOrderedSet", "NSMutableOrderedSet":
      guard let members = try list(fields["NS.objects"], depth) else { return try field("NS.objects") }
      return made(members) { NSOrderedSet(array: members) }
    case "NSDictionary", "NSMutableDictionary":
      if let entries = try dictionary(fields, depth) { return entries }
    case "NSAttributedString", "NSMutableAttributedString":
      if let text = try attributedText(fields, depth) { return text }
    default:
      if let made = try readsObject?(name, fields, self, depth) { return made }
      throw Failure(description: "the archive holds a \(name), which has no form here")
    }
    throw Failure(description: "the archive's \(name) is broken")
  }

  private func list(_ plist: PlistValue?, _ depth: Int) throws -> [Any]? {
    guard let plist, case let items? = try value(plist, depth: depth + 1) as? [Any] else { return nil }
    return items
  }

  private func dictionary(_ fields: [String: PlistValue], _ depth: Int) throws -> Any? {
    guard let keys = try list(fields["NS.keys"], depth), let values = try list(fields["NS.objects"], depth),
      keys.count == values.count
    else { return nil }
    if makesObjects {
      let names = keys.compactMap { $0 as? NSObject }
      guard names.count == keys.count else { return nil }
      return NSDictionary(objects: values, forKeys: names)
    }
    var entries: [String: Any] = [:]
    for (key, value) in zip(keys, values) { entries["\(key)"] = value }
    return entries
  }

  /// A text and its attributes: one dictionary for all of it, or one for each of its kinds of run, with the runs' lengths
  /// and kinds as numbers of seven bits a byte, lowest first.
  private func attributedText(_ fields: [String: PlistValue], _ depth: Int) throws -> NSAttributedString? {
    guard let string = try fields["NSString"].flatMap({ try value($0, depth: depth + 1) as? String }) else {
      return nil
    }
    let result = NSMutableAttributedString(string: string)
    guard let plist = fields["NSAttributes"], let kinds = try value(plist, depth: depth + 1) else { return result }
    guard let info = try fields["NSAttributeInfo"].flatMap({ try value($0, depth: depth + 1) as? Data }) else {
      guard let attributes = Self.attributes(kinds) else { return nil }
      result.addAttributes(attributes, range: NSRange(location: 0, length: result.length))
      return result
    }
    guard let list = kinds as? [Any] else { return nil }
    var (place, numbers) = (0, SevenBitNumbers(info))
    while let length = numbers.next() {
      guard let kind = numbers.next(), list.indices.contains(kind), let attributes = Self.attributes(list[kind]),
        length <= result.length - place
      else { return nil }
      result.addAttributes(attributes, range: NSRange(location: place, length: length))
      place += length
    }
    return result
  }

  private static func attributes(_ kind: Any) -> [NSAttributedString.Key: Any]? {
    (kind as? [String: Any]).map { kind in
      Dictionary(uniqueKeysWithValues: kind.map { (NSAttributedString.Key($0.key), $0.value) })
    }
  }
}

/// Numbers that are written seven bits a byte, lowest first; the eighth bit says that more follow.
private struct SevenBitNumbers {
  private var bytes: Data.Iterator

  init(_ data: Data) { bytes = data.makeIterator() }

  /// `nil` at the end, and for a number beyond what a text can be long.
  mutating func next() -> Int? {
    var (number, shift) = (0, 0)
    while let byte = bytes.next(), shift < 42 {
      number |= Int(byte & 0x7f) << shift
      if byte & 0x80 == 0 { return number }
      shift += 7
    }
    return nil
  }
}
