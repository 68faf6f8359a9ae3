import Foundation
import ModelDescription
import SQLiteStore
import StoreContract

/// Errors with Apple's domain and numbers, and texts of our own.
enum CoreDataError {
  static func error(
    _ code: Int, _ text: String, advice: String = "", url: URL? = nil, info: [String: Any] = [:],
    underlying: (any Error)? = nil
  ) -> NSError {
    var entries = info
    entries[NSLocalizedDescriptionKey] = advice.isEmpty ? text : "\(text) \(advice)"
    // Where Apple's own errors have it.
    if entries["reason"] == nil { entries["reason"] = text }
    if !advice.isEmpty { entries[NSLocalizedRecoverySuggestionErrorKey] = advice }
    if let url { entries[NSURLErrorKey] = url }
    if let url, url.isFileURL { entries[NSFilePathErrorKey] = url.path }
    if let underlying { entries[NSUnderlyingErrorKey] = underlying }
    return NSError(domain: NSCocoaErrorDomain, code: code, userInfo: entries)
  }

  /// An error of a room below under Apple's number; others as they are.
  static func translated(_ error: any Error, url: URL?) -> any Error {
    switch error {
    case let error as StoreError:
      let (code, sqlite) = numbers(of: error, url: url)
      var info: [String: Any] = [:]
      if let sqlite { info[NSSQLiteErrorDomain] = NSNumber(value: sqlite) }
      return self.error(code, error.message, advice: error.advice, url: url, info: info, underlying: error)
    case let error as ModelError:
      return self.error(
        NSCoreDataError, "The model cannot be used: \(error).", url: url, underlying: error)
    default: return error
    }
  }

  static func translating<Result>(url: URL?, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      throw translated(error, url: url)
    }
  }

  /// Apple's number, and SQLite's primary code where its own errors carry one.
  private static func numbers(of error: StoreError, url: URL?) -> (code: Int, sqlite: Int?) {
    switch error.code {
    case .notAStore: (CocoaError.Code.fileReadCorruptFile.rawValue, 26)
    case .damaged: (CocoaError.Code.fileReadCorruptFile.rawValue, 11)
    case .modelUnreadable: (NSPersistentStoreOpenError, nil)
    case .modelDiffers: (NSPersistentStoreIncompatibleSchemaError, nil)
    case .readOnly: (CocoaError.Code.fileWriteNoPermission.rawValue, 8)
    case .locked: (NSPersistentStoreTimeoutError, 5)
    case .fileSystem:
      url.map { FileManager.default.fileExists(atPath: $0.path) } == false
        ? (CocoaError.Code.fileNoSuchFile.rawValue, 14) : (NSPersistentStoreOpenError, 14)
    case .conflict: (NSManagedObjectMergeError, nil)
    case .constraintViolated: (NSManagedObjectConstraintMergeError, 19)
    case .invalidValue: (NSManagedObjectValidationError, nil)
    case .unsupported: (NSPersistentStoreOperationError, nil)
    case .database: (NSSQLiteError, 1)
    }
  }
}
