import ModelDescription

extension FetchTemplateDescription {
  /// The request in one line: `Book where title = $T, at most 5, resultType 1`.
  var words: String {
    var words = entityName + (predicate.map { " where \($0)" } ?? "")
    if fetchLimit != 0 { words += ", at most \(fetchLimit)" }
    if fetchBatchSize != 0 { words += ", in batches of \(fetchBatchSize)" }
    for (option, value) in options.sorted(by: { $0.key < $1.key }) { words += ", \(option) \(value)" }
    return words
  }
}
