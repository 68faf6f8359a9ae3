import Foundation
import ModelFiles

/// Keyed archives of property list values and of objects whose classes say that they can be archived securely.
enum SecureArchive {
  /// - Parameter classes: Those of which objects may be made, with their subclasses, besides the types of property lists.
  /// - Throws: an error that names a class that is not allowed, or says how the archive is broken.
  static func value(in data: Data, classes: [AnyClass]) throws -> Any? {
    try PropertyListArchive.value(in: data) { name, fields, reading, depth in
      try object(name, fields, reading, depth, classes: classes)
    }
  }

  static func data(archiving value: Any) throws -> Data {
    do {
      return try PropertyListArchive.data(archiving: value)
    } catch {
      let object = (value as? [Any]).map { NSArray(array: $0) } ?? value
      guard let coding = object as? any NSSecureCoding, Swift.type(of: coding).supportsSecureCoding else { throw error }
      // Foundation stops the program where it has to name another class.
      guard String(reflecting: Swift.type(of: coding)).split(separator: ".").count <= 2 else {
        throw PropertyListArchive.Failure(
          description:
            "\(Swift.type(of: coding)) stands inside of another type; only classes at a module's top level are archived"
        )
      }
      return try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
    }
  }

  /// The object of a class that stands in an archive under a name; `nil` for one that is not allowed.
  static func object(
    _ name: String, _ fields: [String: PlistValue], _ reading: ArchiveReading, _ depth: Int, classes: [AnyClass]
  ) throws -> Any? {
    guard let kind = NSKeyedUnarchiver.class(forClassName: name) ?? NSClassFromString(name),
      isAllowed(kind, classes), let coding = kind as? any NSSecureCoding.Type, coding.supportsSecureCoding
    else { return nil }
    let decoder = ArchiveDecoder(fields, reading, depth: depth, classes: classes)
    let object = coding.init(coder: decoder)
    if let failure = decoder.failure { throw failure }
    guard let object else {
      throw PropertyListArchive.Failure(description: "\(name) makes nothing of its part of the archive")
    }
    return object
  }

  private static func isAllowed(_ kind: AnyClass, _ classes: [AnyClass]) -> Bool {
    sequence(first: kind, next: { _getSuperclass($0) }).contains { each in classes.contains { $0 == each } }
  }
}
