/// One save of a worker, as its journal has it.
enum Change {
  case insert(code: String, count: Int)
  case count(code: String, from: Int, to: Int)
  case move(code: String, label: String)
  case delete(code: String)

  /// For `from`: whatever it counts.
  static let any = -1

  var line: String {
    switch self {
    case .insert(let code, let count): "I \(code) \(count)"
    case .count(let code, let from, let to): "C \(code) \(from) \(to)"
    case .move(let code, let label): "M \(code) \(label)"
    case .delete(let code): "D \(code)"
    }
  }
}
