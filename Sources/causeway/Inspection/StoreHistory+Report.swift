import Foundation
import StoreContract

extension StoreHistory {
  /// The saves, oldest first, for people.
  func print(on console: Console) {
    guard !transactions.isEmpty else {
      console.print(
        last == 0
          ? "History tells no saves."
          : "History tells no saves since then; it begins with \(first) and ends with \(last).")
      return
    }
    for transaction in transactions {
      console.print(console.styled(transaction.heading.printable, .bold))
      let width = transaction.changes.map(\.object.count).max() ?? 0
      for change in transaction.changes {
        let object = change.details.isEmpty ? change.object : change.object.padded(to: width)
        console.print("  \("\(change.kind)".padded(to: 6))  \(object)\(change.details)".printable)
      }
    }
  }

  var json: JSONValue {
    [
      "first": .integer(first), "last": .integer(last), "transactions": .array(transactions.map(\.json)),
    ]
  }
}

extension StoreHistory.Transaction {
  fileprivate var heading: String {
    let facts = [
      ("author", record.author), ("context", record.contextName), ("process", record.processIdentifier),
      ("bundle", record.bundleIdentifier == record.processIdentifier ? nil : record.bundleIdentifier),
    ].compactMap { name, value in value.map { "\(name) \($0)" } }
    return ["\(record.number)", DateText.iso8601(record.timestamp)].joined(separator: "  ")
      + (facts.isEmpty ? "" : "  " + facts.joined(separator: ", "))
  }

  fileprivate var json: JSONValue {
    [
      "number": .integer(record.number), "time": .date(record.timestamp), "author": .optional(record.author),
      "context": .optional(record.contextName), "process": .optional(record.processIdentifier),
      "bundle": .optional(record.bundleIdentifier),
      "changes": .array(
        changes.map { change in
          [
            "kind": .string("\(change.kind)"), "objectID": .string(change.object),
            "properties": .strings(change.properties),
            "kept": .object(Dictionary(change.kept.map { ($0.name, $0.value.json) }) { first, _ in first }),
          ]
        }),
    ]
  }
}

extension StoreHistory.Change {
  fileprivate var details: String {
    switch kind {
    case .insert: ""
    case .update: properties.isEmpty ? "" : "  " + properties.joined(separator: ", ")
    case .delete: kept.isEmpty ? "" : "  " + kept.map { "\($0.name) \($0.value.words)" }.joined(separator: ", ")
    }
  }
}
