package import Foundation
import ModelFiles

/// Turns the archive of a property list value into the value, and back in reverse.
///
/// It reads and writes archives of texts, numbers, dates, data, UUIDs, URLs and of arrays, sets and dictionaries of
/// these. Foundation has this class on Apple's platforms only, where it takes any class that can be archived securely.
open class NSSecureUnarchiveFromDataTransformer: ValueTransformer {
  /// Kept for subclasses that name their classes: only the types above can occur here.
  open class var allowedTopLevelClasses: [AnyClass] { [] }

  open override class func transformedValueClass() -> AnyClass { NSObject.self }

  /// The value in an archive; `nil` when the bytes are none or hold another class's object.
  open override func transformedValue(_ value: Any?) -> Any? {
    (value as? Data).flatMap { try? PropertyListArchive.value(in: $0) }
  }

  /// The archive of a value; `nil` when the archived form of its type is not known.
  open override func reverseTransformedValue(_ value: Any?) -> Any? {
    value.flatMap { try? PropertyListArchive.data(archiving: $0) }
  }

  /// Like `transformedValue`, with the reason of a failure.
  package static func value(in archive: Data) throws -> Any? { try PropertyListArchive.value(in: archive) }

  /// Like `reverseTransformedValue`, with the reason of a failure.
  package static func archive(of value: Any) throws -> Data { try PropertyListArchive.data(archiving: value) }
}
