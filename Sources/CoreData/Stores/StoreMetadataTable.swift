import Foundation
import SQLiteStore
import StoreContract

/// Metadata as Core Data hands it out: a dictionary of property list objects.
enum StoreMetadataTable {
  static func table(_ metadata: StoreMetadata) -> [String: Any] {
    var table = metadata.values.mapValues { any($0) }
    table[NSStoreTypeKey] = metadata.storeType ?? NSSQLiteStoreType
    table[NSStoreUUIDKey] = metadata.uuid
    return table
  }

  /// - Throws: an error that names the key whose value no property list can hold.
  static func values(_ table: [String: Any]) throws -> [String: MetadataValue] {
    try Dictionary(uniqueKeysWithValues: table.map { ($0.key, try value($0.value, at: $0.key)) })
  }

  private static func any(_ value: MetadataValue) -> Any {
    switch value {
    case .string(let text): text
    case .boolean(let flag): NSNumber(value: flag)
    case .integer(let number): NSNumber(value: number)
    case .real(let number): NSNumber(value: number)
    case .date(let date): date
    case .data(let data): data
    case .array(let values): values.map { any($0) }
    case .dictionary(let values): values.mapValues { any($0) }
    }
  }

  private static func value(_ value: Any, at key: String) throws -> MetadataValue {
    switch value {
    case let text as String: return .string(text)
    case let date as Date: return .date(date)
    case let data as Data: return .data(data)
    case let list as [Any]: return .array(try list.map { try self.value($0, at: key) })
    case let table as [String: Any]: return .dictionary(try table.mapValues { try self.value($0, at: key) })
    default: break
    }
    if type(of: value) == Bool.self, let flag = value as? Bool { return .boolean(flag) }
    if let integer = value as? any BinaryInteger, let number = Int64(exactly: integer) { return .integer(number) }
    if let number = value as? NSNumber {
      // The type codes of C: c is how Foundation keeps Booleans.
      switch UInt8(bitPattern: number.objCType.pointee) {
      case UInt8(ascii: "c"), UInt8(ascii: "B"): return .boolean(number.boolValue)
      case UInt8(ascii: "d"), UInt8(ascii: "f"): return .real(number.doubleValue)
      default: return .integer(number.int64Value)
      }
    }
    if let number = value as? Double { return .real(number) }
    throw CoreDataError.error(
      NSPersistentStoreSaveError,
      "The metadata cannot hold the value of \"\(key)\", a \(type(of: value)): it takes texts, numbers, dates, data, and "
        + "lists and dictionaries of these.")
  }
}
