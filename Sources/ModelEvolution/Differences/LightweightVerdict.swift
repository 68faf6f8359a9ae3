/// Whether a store can follow a change by inference alone.
package enum LightweightVerdict: Hashable, Sendable {
  /// Nothing in the file changes but its metadata.
  case nothingToDo
  /// - Parameter note: what becomes of values and rows, where something is lost, filled or may be refused.
  case yes(note: String?)
  /// - Parameters:
  ///   - reason: why no mapping can be inferred.
  ///   - remedy: what would make it so.
  case no(reason: String, remedy: String)

  package var isLightweight: Bool {
    if case .no = self { false } else { true }
  }
}
