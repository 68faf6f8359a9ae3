/// Whether a store can follow a change by inference alone.
package enum LightweightVerdict: Hashable, Sendable {
  /// Nothing in the file changes.
  case nothingToDo
  case yes
  /// - Parameters:
  ///   - reason: why no mapping can be inferred.
  ///   - remedy: what would make it so.
  case no(reason: String, remedy: String)

  package var isLightweight: Bool {
    if case .no = self { false } else { true }
  }
}
