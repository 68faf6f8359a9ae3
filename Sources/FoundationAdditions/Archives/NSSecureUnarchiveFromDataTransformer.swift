package import Foundation

/// Turns the archive of a value into the value, and back in reverse.
///
/// It reads and writes archives of texts, numbers, dates, data, UUIDs, URLs and of arrays, sets and dictionaries of
/// these, and reads attributed texts. A subclass that names classes of its own in `allowedTopLevelClasses` reads and writes
/// their objects too. Foundation has this class on Apple's platforms only.
///
/// Archives are read here and not by Foundation's `NSKeyedUnarchiver`, which off Apple's platforms stops the program on some
/// that are broken.
open class NSSecureUnarchiveFromDataTransformer: ValueTransformer {
  /// The classes of which an archive's object may be, as Apple's documentation lists them. A subclass adds its own, which
  /// have to be `NSSecureCoding`; an archive of Apple's platforms names a Swift class by `Module.Class`.
  open class var allowedTopLevelClasses: [AnyClass] {
    [
      NSArray.self, NSDictionary.self, NSSet.self, NSString.self, NSNumber.self, NSDate.self, NSData.self, NSURL.self,
      NSUUID.self, NSNull.self,
    ]
  }

  open override class func transformedValueClass() -> AnyClass { NSObject.self }

  /// The value in an archive; `nil` when the bytes are none or hold an object of a class that is not allowed.
  open override func transformedValue(_ value: Any?) -> Any? {
    (value as? Data).flatMap { try? readValue(in: $0) }
  }

  /// The archive of a value; `nil` when the archived form of its type is not known.
  open override func reverseTransformedValue(_ value: Any?) -> Any? {
    value.flatMap { try? SecureArchive.data(archiving: $0) }
  }

  /// Like `transformedValue`, with the reason of a failure.
  package func readValue(in archive: Data) throws -> Any? {
    try SecureArchive.value(in: archive, classes: Self.allowedTopLevelClasses)
  }

  /// What the transformer reads that a model gets which names none, and objects of a class.
  package static func value(in archive: Data, of kind: AnyClass? = nil) throws -> Any? {
    try SecureArchive.value(in: archive, classes: kind.map { [$0] } ?? [])
  }

  /// Like `reverseTransformedValue`, with the reason of a failure.
  package static func archive(of value: Any) throws -> Data { try SecureArchive.data(archiving: value) }
}
