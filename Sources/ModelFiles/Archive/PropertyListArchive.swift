package import Foundation

/// Values of property list types in the keyed archives that transformable attributes hold (StoreFormat.md section 2).
///
/// The forms are those of `NSKeyedArchiver`: texts, numbers and data as themselves, collections and dates as objects of
/// their classes. A Swift value stands for each: `String`, `Int64`, `Double`, `Bool`, `Data`, `Date`, `UUID`, `URL`,
/// `[Any]`, `[String: Any]`.
package enum PropertyListArchive {
  package struct Failure: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
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

  /// - Parameter readsObject: Makes the values of classes that have no Swift form here; `nil` refuses them.
  /// - Throws: `Failure` that names the class whose value has no Swift form here, or says how the archive is broken.
  package static func value(in data: Data, readsObject: ArchiveReading.ObjectReader? = nil) throws -> Any? {
    let plist: PlistValue
    do {
      plist = try BinaryPlistReader.read(data)
    } catch {
      throw Failure(description: "the bytes are no keyed archive: \(error)")
    }
    guard case .array(let objects)? = plist["$objects"], let root = plist["$top"]?["root"] else {
      throw Failure(description: "the bytes are no keyed archive")
    }
    return try ArchiveReading(objects, readsObject: readsObject).value(root, depth: 0)
  }
}
