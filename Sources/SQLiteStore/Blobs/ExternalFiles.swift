internal import Foundation

/// The files that one save makes and those it leaves behind: new ones go when it fails, old ones when it succeeds.
final class ExternalFiles {
  let data: ExternalData
  private var made: [String] = []
  private var replaced: [String] = []

  init(_ data: ExternalData) { self.data = data }

  /// The column's bytes for a value, after writing its file when it needs one.
  func encode(_ value: Data) throws -> Data {
    let (column, fileName) = data.encode(value)
    if let fileName {
      made.append(fileName)
      try data.write(value, toFile: fileName)
    }
    return column
  }

  /// How many files the save has made so far.
  var count: Int { made.count }

  /// Removes the files made since then, whose values came into no row.
  func takeBack(since count: Int) {
    made[count...].forEach(data.remove(file:))
    made.removeSubrange(count...)
  }

  /// Notes that a stored value is no longer in use.
  func release(_ stored: UnsafeRawBufferPointer) {
    if case .file(let name) = ExternalData.form(of: stored) { replaced.append(name) }
  }

  func commit() {
    if !data.keepsFiles { replaced.forEach(data.remove(file:)) }
  }

  func rollBack() { made.forEach(data.remove(file:)) }
}
