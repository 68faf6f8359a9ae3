package import Foundation

/// Values of property list types in the keyed archives that transformable attributes hold (StoreFormat.md section 2).
///
/// The forms are those of `NSKeyedArchiver`: texts, numbers and data as themselves, collections and dates as objects of
/// their classes. A Swift value stands for each: `String`, `Int64`, `Double`, `Bool`, `Data`, `Date`, `UUID`, `URL`,
/// `[Any]`, `[String: Any]`.
package enum PropertyListArchive {
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  // MARK: writing

  /// - Throws: `Failure` that names the type whose archived form is not known.
  package static func data(archiving value: Any) throws -> Data {
    var writer = KeyedArchiveWriter()
    let root = try add(value, to: &writer)
    guard root == .uid(1) else { throw Failure(description: "the archive has no root") }
    return writer.data()
  }

  private static func add(_ value: Any, to writer: inout KeyedArchiveWriter) throws -> PlistValue {
    switch value {
    case let text as String: return writer.value(.string(text))
    case let flag as Bool: return writer.value(.boolean(flag))
    case let data as Data: return writer.value(.data(data))
    case let number as Double: return writer.value(.real(number))
    case let number as Float: return writer.value(.real(Double(number)))
    case let number as any BinaryInteger:
      guard let integer = Int64(exactly: number) else {
        throw Failure(description: "\(number) does not fit 64 bits with a sign")
      }
      return writer.value(.integer(integer))
    case let date as Date: return writer.object(.date, ["NS.time": .real(date.timeIntervalSinceReferenceDate)])
    case let id as UUID:
      return writer.object(.uuid, ["NS.uuidbytes": .data(withUnsafeBytes(of: id.uuid) { Data($0) })])
    case let url as URL:
      let reference = writer.reserve()
      let text = writer.string(url.absoluteString)
      writer.fill(reference, .url, ["NS.base": KeyedArchiveWriter.null, "NS.relative": text])
      return reference
    case let entries as [String: Any]:
      let reference = writer.reserve()
      let sorted = entries.sorted { $0.key < $1.key }
      let keys = sorted.map { writer.string($0.key) }
      let values = try sorted.map { try add($0.value, to: &writer) }
      writer.fill(reference, .dictionary, ["NS.keys": .array(keys), "NS.objects": .array(values)])
      return reference
    case let set as Set<AnyHashable>: return try list(.set, set.map(\.base), &writer)
    case let list as [Any]: return try self.list(.array, list, &writer)
    default:
      throw Failure(description: "how a value of type \(type(of: value)) is archived is not known")
    }
  }

  private static func list(
    _ kind: ArchivedClass, _ members: [Any], _ writer: inout KeyedArchiveWriter
  ) throws -> PlistValue {
    let reference = writer.reserve()
    let values = try members.map { try add($0, to: &writer) }
    writer.fill(reference, kind, ["NS.objects": .array(values)])
    return reference
  }

  // MARK: reading

  /// - Throws: `Failure` that names the class whose value has no Swift form here, or says how the archive is broken.
  package static func value(in data: Data) throws -> Any? {
    let plist: PlistValue
    do {
      plist = try BinaryPlistReader.read(data)
    } catch {
      throw Failure(description: "the bytes are no keyed archive: \(error)")
    }
    guard case .array(let objects)? = plist["$objects"], let root = plist["$top"]?["root"] else {
      throw Failure(description: "the bytes are no keyed archive")
    }
    var reading = Reading(objects: objects)
    return try reading.value(root, depth: 0)
  }

  private struct Reading {
    let objects: [PlistValue]
    /// An archive may name one object many times, so the work is bounded.
    var budget = 1 << 20

    mutating func value(_ plist: PlistValue, depth: Int) throws -> Any? {
      budget -= 1
      guard budget > 0, depth < 64 else { throw Failure(description: "the archive refers to itself too often") }
      switch plist {
      case .null: return nil
      case .boolean(let flag): return flag
      case .integer(let number): return number
      case .real(let number): return number
      case .date(let seconds): return Date(timeIntervalSinceReferenceDate: seconds)
      case .data(let data): return data
      case .string(let text): return text == "$null" ? nil : text
      case .array(let items): return try items.compactMap { try value($0, depth: depth + 1) }
      case .uid(let number):
        guard objects.indices.contains(number) else { throw Failure(description: "the archive lacks an object") }
        return try value(objects[number], depth: depth + 1)
      case .dictionary(let fields): return try object(fields, depth: depth)
      }
    }

    private mutating func object(_ fields: [String: PlistValue], depth: Int) throws -> Any? {
      guard case .uid(let kind)? = fields["$class"], objects.indices.contains(kind),
        case .string(let name)? = objects[kind]["$classname"]
      else { throw Failure(description: "the archive has an object without a class") }
      func field(_ key: String) throws -> Any? { try fields[key].flatMap { try value($0, depth: depth + 1) } }
      switch name {
      case "NSString", "NSMutableString": return try field("NS.string") ?? (try field("NS.bytes"))
      case "NSData", "NSMutableData": return try field("NS.data") ?? (try field("NS.bytes"))
      case "NSDate":
        guard let seconds = try field("NS.time") as? Double else { break }
        return Date(timeIntervalSinceReferenceDate: seconds)
      case "NSUUID":
        guard let bytes = try field("NS.uuidbytes") as? Data, bytes.count == 16 else { break }
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
      case "NSURL": return (try field("NS.relative") as? String).flatMap { URL(string: $0) }
      case "NSArray", "NSMutableArray", "NSSet", "NSMutableSet", "NSOrderedSet", "NSMutableOrderedSet":
        return try list(fields["NS.objects"], depth) ?? (try field("NS.objects"))
      case "NSDictionary", "NSMutableDictionary":
        guard let keys = try list(fields["NS.keys"], depth), let values = try list(fields["NS.objects"], depth),
          keys.count == values.count
        else { break }
        var entries: [String: Any] = [:]
        for (key, value) in zip(keys, values) { entries["\(key)"] = value }
        return entries
      default: throw Failure(description: "the archive holds a \(name), which has no form here")
      }
      throw Failure(description: "the archive's \(name) is broken")
    }

    private mutating func list(_ plist: PlistValue?, _ depth: Int) throws -> [Any]? {
      guard let plist, case let items? = try value(plist, depth: depth + 1) as? [Any] else { return nil }
      return items
    }
  }
}
