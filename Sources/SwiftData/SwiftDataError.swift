/// Errors that SwiftData names.
public struct SwiftDataError: Error, Hashable, CustomStringConvertible {
  private let name: String
  /// What happened where, beyond Apple's name; no part of equality.
  private let detail: String

  init(_ name: String, detail: String = "") {
    self.name = name
    self.detail = detail
  }

  public static let includePendingChangesWithBatchSize = SwiftDataError("includePendingChangesWithBatchSize")
  public static let unsupportedPredicate = SwiftDataError("unsupportedPredicate")
  public static let unsupportedKeyPath = SwiftDataError("unsupportedKeyPath")
  public static let sortingPendingChangesWithIdentifiers = SwiftDataError("sortingPendingChangesWithIdentifiers")
  public static let unsupportedSortDescriptor = SwiftDataError("unsupportedSortDescriptor")
  public static let duplicateConfiguration = SwiftDataError("duplicateConfiguration")
  public static let configurationFileNameTooLong = SwiftDataError("configurationFileNameTooLong")
  public static let configurationFileNameContainsInvalidCharacters = SwiftDataError(
    "configurationFileNameContainsInvalidCharacters")
  public static let configurationSchemaNotFoundInContainerSchema = SwiftDataError(
    "configurationSchemaNotFoundInContainerSchema")
  public static let loadIssueModelContainer = SwiftDataError("loadIssueModelContainer")
  public static let modelValidationFailure = SwiftDataError("modelValidationFailure")
  public static let missingModelContext = SwiftDataError("missingModelContext")
  public static let backwardMigration = SwiftDataError("backwardMigration")
  public static let unknownSchema = SwiftDataError("unknownSchema")
  public static let historyTokenExpired = SwiftDataError("historyTokenExpired")
  public static let invalidTransactionFetchRequest = SwiftDataError("invalidTransactionFetchRequest")
  public static let unknownDataStoreSchema = SwiftDataError("unknownDataStoreSchema")

  public static func == (left: SwiftDataError, right: SwiftDataError) -> Bool { left.name == right.name }
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// Without Apple's name, for who does not program against it.
  var message: String { detail.isEmpty ? name : detail }

  public var description: String { detail.isEmpty ? name : "\(name): \(detail)" }

  public static func ~= (pattern: SwiftDataError, error: any Error) -> Bool { (error as? SwiftDataError) == pattern }
}
