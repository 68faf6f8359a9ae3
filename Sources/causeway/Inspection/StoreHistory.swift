import Foundation
import ModelDescription
import ModelFiles
import SQLiteStore
import StoreContract

/// A store's saves by the names of its model, as `inspect --history` shows them.
struct StoreHistory {
  /// The number of the first save that is still told, and of the last one.
  let first: Int64
  let last: Int64
  let transactions: [Transaction]

  struct Transaction {
    let record: HistoryRecord
    let changes: [Change]
  }

  struct Change {
    let kind: HistoryRecord.Change.Kind
    /// `Book/p3`.
    let object: String
    /// Names of the properties that an update changed.
    let properties: [String]
    /// What outlives a deleted row.
    let kept: [DecodedValue.Member]
  }

  /// After which save, or after which moment.
  enum Since: Hashable {
    case number(Int64)
    case date(Date)

    /// - Throws: `CommandError` for a text that is neither.
    init(_ text: String) throws {
      if let number = Int64(text), number >= 0 {
        self = .number(number)
      } else if let date = Self.date(text) {
        self = .date(date)
      } else {
        throw CommandError(
          "--since takes the number of a save, or a date such as 2025-06-01 or 2025-06-01T12:00:00Z, not \"\(text)\"")
      }
    }

    private static func date(_ text: String) -> Date? {
      let styles = [
        Date.ISO8601FormatStyle(timeZone: .gmt),
        Date.ISO8601FormatStyle(includingFractionalSeconds: true, timeZone: .gmt),
      ]
      for style in styles {
        if let date = try? style.parse(text) { return date }
      }
      return try? Date.ISO8601FormatStyle(timeZone: .gmt).year().month().day().parse(text)
    }
  }

  /// Reads the history without a change to any file; `nil` when the store keeps none.
  ///
  /// - Throws: `CommandError` when saves after the one given were forgotten: it says from where on history tells.
  init?(path: String, model: ResolvedModel, numbers: FileNumbers, since: Since?, redacts: Bool) throws {
    let store = try SQLiteStore.open(path, model: model, access: .untouched)
    guard try store.keepsHistory() else { return nil }
    (first, last) = try store.historyBounds()
    var number: Int64 = 0
    if case .number(let given)? = since {
      number = given
      guard given == 0 || given + 1 >= first else {
        throw CommandError(
          "\(path): the saves after \(given) are not told any more; history begins with \(first) and ends with \(last)")
      }
    }
    transactions = try store.history(after: number).compactMap { record in
      if case .date(let date)? = since, record.timestamp <= date { return nil }
      return Transaction(
        record: record, changes: record.changes.map { Change($0, model, numbers, redacts: redacts) })
    }
  }
}

extension StoreHistory.Change {
  fileprivate init(_ change: HistoryRecord.Change, _ model: ResolvedModel, _ numbers: FileNumbers, redacts: Bool) {
    kind = change.kind
    let entity = model.entity(numbered: change.key.entity)
    let name = numbers.name(of: Int64(change.key.entity)) ?? entity?.name ?? "entity \(change.key.entity)"
    object = "\(name)/p\(change.key.primaryKey)"
    func field(_ number: Int) -> ResolvedEntity.Field? {
      guard let fields = entity?.fields, fields.indices.contains(number) else { return nil }
      return fields[number]
    }
    properties = (change.fields.compactMap { field($0)?.name } + change.toManys).sorted()
    kept = change.preserved.compactMap { number, value in
      guard let field = field(number), let attribute = field.attribute else { return nil }
      let decoded = DecodedValue(value, of: attribute.type)
      return DecodedValue.Member(name: field.name, value: redacts ? decoded.redacted : decoded)
    }.sorted { $0.name < $1.name }
  }
}

extension DecodedValue {
  /// A value as a store hands it out.
  fileprivate init(_ value: StoredValue, of type: AttributeType) {
    switch (value, type) {
    case (.null, _): self = .null
    case (.integer(let number), .boolean): self = .boolean(number != 0)
    case (.integer(let number), _): self = .integer(number)
    case (.real(let seconds), .date): self = .date(Date(timeIntervalSinceReferenceDate: seconds))
    case (.real(let number), _): self = .real(number)
    case (.text(let digits), .decimal): self = .decimal(digits)
    case (.text(let text), _): self = .text(text)
    case (.blob(let data), .uuid): self = UUID(bytes: data).map { .uuid($0) } ?? .bytes(data.count)
    case (.blob(let data), _): self = .bytes(data.count)
    case (.reference(let key), _): self = .integer(key.primaryKey)
    }
  }
}
