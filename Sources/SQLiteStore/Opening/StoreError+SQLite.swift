package import SQLiteDriver
package import StoreContract

extension Duration {
  /// For messages: `5 s`, `30 ms`.
  var words: String {
    let milliseconds = Int(self / .milliseconds(1))
    return milliseconds.isMultiple(of: 1000) ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
  }
}

extension StoreError {
  /// An error of the driver in the words of the contract.
  package init(_ error: SQLiteError) {
    let file = error.path
    if error.isDiskFull {
      self.init(
        .fileSystem, "The store \(file) cannot be written: the disk is full.", advice: "Make room on the volume.",
        path: file)
      return
    }
    switch error.code {
    case .busy:
      let time = error.waited.map { ", which did not finish within \($0.words)" } ?? ""
      self.init(
        .locked, "The store \(file) is locked by \(error.holder ?? "another process")\(time).",
        advice: "Try again when it has finished.", path: file)
    case .corrupt:
      self.init(.damaged, "The store \(file) is damaged: \(error.message).", path: file)
    case .notADatabase:
      self.init(.notAStore, "\(file) is not an SQLite database.", path: file)
    case .cannotOpen:
      self.init(
        .fileSystem, "The store \(file) cannot be opened: \(error.message).",
        advice: "Check the permissions of the file and its folder.", path: file)
    case .readOnly:
      self.init(
        .readOnly, "The store \(file) is read-only.", advice: "Check the permissions of the file and its folder.",
        path: file)
    case .full, .inputOutput:
      let operation = error.failedOperation ?? "reading or writing"
      self.init(.fileSystem, "The store \(file) failed at \(operation): \(error.message).", path: file)
    case .constraint:
      self.init(.constraintViolated, "The store \(file) refused a value: \(error.message).", path: file)
    case .other where error.message.hasPrefix("no such function: "):
      let name = error.message.dropFirst("no such function: ".count)
      self.init(
        .unsupported,
        "The store \(file) cannot be changed there: one of its triggers or indexes calls \(name), which nothing here knows.",
        advice: "Nothing was changed.", path: file)
    case .interrupted, .schema, .other:
      self.init(.database, "SQLite refused a statement: \(error).", path: file)
    }
  }

  /// Runs `body`, turning the driver's errors into the contract's.
  static func translating<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as SQLiteError {
      throw StoreError(error)
    }
  }

  /// Runs `body`, turning the driver's errors into the contract's and naming the file where an error does not.
  static func translating<Result>(path: String?, _ body: () throws -> Result) throws -> Result {
    do {
      return try translating(body)
    } catch var error as StoreError {
      guard let path, error.path == nil else { throw error }
      error.path = path
      if !error.message.contains(path) { error.message = "\(path): \(error.message)" }
      throw error
    }
  }
}
