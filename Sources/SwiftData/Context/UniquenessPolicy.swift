import ObjectGraph

/// What happens when a new model has unique values that a stored one has already. Not in Apple's API.
public enum UniquenessPolicy: Hashable, Sendable {
  /// The new model stands for the stored one: its attributes replace the row's, relationships that it leaves unset stay,
  /// and so does the identifier. What Apple documents for `.unique`.
  case replace
  /// The save throws an error that names the property and the value.
  case fail
  /// The new model stands for the stored one, which stays as it is.
  case keep

  init(_ policy: ObjectGraph.UniquenessPolicy) {
    self =
      switch policy {
      case .replace: .replace
      case .fail: .fail
      case .keep: .keep
      }
  }

  var graphPolicy: ObjectGraph.UniquenessPolicy {
    switch self {
    case .replace: .replace
    case .fail: .fail
    case .keep: .keep
    }
  }
}
