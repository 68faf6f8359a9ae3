/// Keys of many rows as one parameter, so that one statement reads them whatever their number.
enum KeyList {
  /// What a column is compared with; the first parameter is the list.
  static let sql = "(SELECT value FROM json_each(?1))"

  /// The list as SQLite reads it.
  static func text(_ keys: some Sequence<Int64>) -> String {
    var text = "["
    for key in keys {
      if text.utf8.count > 1 { text += "," }
      text += String(key)
    }
    return text + "]"
  }
}
