import StoreContract

/// A new object that stands for a row which is there already, since that one has its unique values.
struct Takeover {
  let object: any _ModelObject
  let row: RowVersion
  /// The registered object of the row, when it has unsaved changes itself.
  let edited: (any _ModelObject)?
  /// The row takes the new object's values.
  let isWritten: Bool
  /// The position of the request.
  var update: Int?
}

/// A new object in whose place another one of the same unique values is saved.
struct Replaced {
  let object: any _ModelObject
  let winner: any _ModelObject
}
