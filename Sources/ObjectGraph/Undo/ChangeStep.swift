/// What happened to objects between two moments, to be done backwards or again.
package struct ChangeStep {
  /// An object at one of the moments.
  struct Moment {
    /// It is in the context and not deleted.
    var isPresent: Bool
    var values: [KeptValue]
  }

  struct Change {
    let object: any _ModelObject
    let before: Moment
    let after: Moment
  }

  /// Counted by the recorder; the same in both directions.
  let number: Int
  let changes: [Change]

  package var reversed: ChangeStep {
    ChangeStep(
      number: number, changes: changes.map { Change(object: $0.object, before: $0.after, after: $0.before) })
  }
}
