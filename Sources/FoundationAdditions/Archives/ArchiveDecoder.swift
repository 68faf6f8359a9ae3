import Foundation
import ModelFiles

/// What `init(coder:)` of a class reads its part of an archive from.
///
/// Keyed only, and secure: objects inside are of the types of property lists, of the classes that were allowed for the whole
/// archive, or of those that a call allows. What cannot be had is an error of the whole archive, never a trap.
final class ArchiveDecoder: NSCoder {
  private let fields: [String: PlistValue]
  private let reading: ArchiveReading
  private let depth: Int
  private let classes: [AnyClass]
  private(set) var failure: (any Error)?

  init(_ fields: [String: PlistValue], _ reading: ArchiveReading, depth: Int, classes: [AnyClass]) {
    self.fields = fields
    self.reading = reading
    self.depth = depth
    self.classes = classes
    super.init()
  }

  override var allowsKeyedCoding: Bool { true }
  override var requiresSecureCoding: Bool { true }
  override var decodingFailurePolicy: NSCoder.DecodingFailurePolicy { .setErrorAndReturn }
  override var error: (any Error)? { failure }

  override func failWithError(_ error: any Error) { failure = failure ?? error }

  override func containsValue(forKey key: String) -> Bool { fields[key] != nil }

  // MARK: objects

  override func decodeObject(forKey key: String) -> Any? { object(key, classes) }

  override func decodeObject<T: NSObject & NSCoding>(of type: T.Type, forKey key: String) -> T? {
    guard let object = object(key, classes + [type]) else { return nil }
    guard let found = object as? T else {
      fail(key, "holds a \(Swift.type(of: object)), no \(type)")
      return nil
    }
    return found
  }

  override func decodeObject(of types: [AnyClass]?, forKey key: String) -> Any? { object(key, classes + (types ?? [])) }

  override func decodePropertyList(forKey key: String) -> Any? { object(key, []) }

  private func object(_ key: String, _ classes: [AnyClass]) -> Any? {
    guard failure == nil, let plist = fields[key] else { return nil }
    do {
      return try reading.object(plist, depth: depth + 1) { name, fields, reading, depth in
        try SecureArchive.object(name, fields, reading, depth, classes: classes)
      }
    } catch {
      failWithError(error)
      return nil
    }
  }

  // MARK: scalars

  override func decodeBool(forKey key: String) -> Bool { number(key)?.boolValue ?? false }
  override func decodeInt32(forKey key: String) -> Int32 { integer(key) }
  override func decodeCInt(forKey key: String) -> CInt { integer(key) }
  override func decodeInt64(forKey key: String) -> Int64 { integer(key) }
  override func decodeInteger(forKey key: String) -> Int { integer(key) }
  override func decodeFloat(forKey key: String) -> Float { number(key)?.floatValue ?? 0 }
  override func decodeDouble(forKey key: String) -> Double { number(key)?.doubleValue ?? 0 }

  override func withDecodedUnsafeBufferPointer<Result>(
    forKey key: String, body: (UnsafeBufferPointer<UInt8>?) throws -> Result
  ) rethrows -> Result {
    guard let data = object(key, []) as? NSData else { return try body(nil) }
    return try [UInt8](data as Data).withUnsafeBufferPointer { try body($0) }
  }

  /// Absent keys read as zero, as they do with Apple's decoder.
  private func number(_ key: String) -> NSNumber? {
    guard let object = object(key, []) else { return nil }
    guard let number = object as? NSNumber else {
      fail(key, "holds no number")
      return nil
    }
    return number
  }

  private func integer<T: FixedWidthInteger>(_ key: String) -> T {
    guard let number = number(key) else { return 0 }
    guard let integer = T(exactly: number.int64Value) else {
      fail(key, "holds \(number), which does not fit \(T.bitWidth) bits")
      return 0
    }
    return integer
  }

  private func fail(_ key: String, _ what: String) {
    failWithError(PropertyListArchive.Failure(description: "the archive's \(key) \(what)"))
  }
}
